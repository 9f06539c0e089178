import { LRUCache } from "lru-cache";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import type { Section } from "../contract";

/**
 * SKILL.md as a syntax tree over its source. Edits are spliced into the source by position and never printed from the
 * tree, so that what is not edited stays the same byte for byte.
 */

const processor = unified().use(remarkParse).use(remarkFrontmatter, ["yaml"]).use(remarkGfm).freeze();

type Block = ReturnType<typeof processor.parse>["children"][number];

/** A section: a heading of the document itself (not of a quote or a code block) and what follows, to the next one. */
export type SkillSection = Section & {
  /** Offsets into the content, in UTF-16 code units: the heading's first character, and the next heading's or the end. */
  start: number;
  end: number;
  /** Where the last bullet item or, without one, the last block ends; the heading's end when there is nothing else. */
  anchor: Anchor;
  /** The bullets of its own lists that are one line each. */
  bullets: Bullet[];
};

/** A bullet of one line: where the line starts and ends, and what is before and after its marker. */
export type Bullet = { start: number; end: number; marker: string; text: string };

type Anchor = {
  kind: "item" | "block" | "heading";
  start: number;
  end: number;
  marker: string;
  loose: boolean;
};

export type SkillDocument = {
  content: string;
  /** Text between the --- lines; null when the file does not begin with them. */
  frontmatter: string | null;
  sections: SkillSection[];
};

const BOM = "\uFEFF";

// Drafting and deciding look at the same few texts again and again; parsing is by far the dearest part of it.
const parsed = new LRUCache<string, SkillDocument>({ max: 64 });

/** The sections and the frontmatter of a SKILL.md. Every text can be parsed; see `readFrontmatter` for what is valid. */
export function parseSkill(content: string): SkillDocument {
  const known = parsed.get(content);
  if (known) return known;
  const document = parse(content);
  parsed.set(content, document);
  return document;
}

function parse(content: string): SkillDocument {
  // The parser drops a byte order mark without counting it.
  const shift = content.startsWith(BOM) ? 1 : 0;
  const blocks = processor.parse(content.slice(shift)).children;
  const place = (block: Block) => ({
    start: (block.position?.start.offset ?? 0) + shift,
    end: (block.position?.end.offset ?? 0) + shift,
  });
  const headings = blocks.flatMap((block, index) => (block.type === "heading" ? [{ block, index }] : []));
  const titles = headings.map(({ block }) => textOf(block).trim());
  const [first] = blocks;
  return {
    content,
    frontmatter: first?.type === "yaml" ? first.value : null,
    sections: headings.map(({ block, index }, at) => {
      const next = headings[at + 1];
      const body = blocks.slice(index + 1, next?.index);
      const title = titles[at] ?? "";
      const start = lineStart(content, place(block).start);
      const end = next ? lineStart(content, place(next.block).start) : content.length;
      return {
        title,
        depth: block.depth,
        start,
        end,
        line_start: lineAt(content, start),
        line_end: lineAt(content, lastText(content, start, end)),
        editable: titles.filter((other) => other === title).length === 1,
        anchor: anchorOf(content, place(block), body, place),
        bullets: bulletsOf(content, body, place),
      };
    }),
  };
}

function anchorOf(
  content: string,
  heading: { start: number; end: number },
  body: readonly Block[],
  place: (block: Block) => { start: number; end: number },
): Anchor {
  const list = body.findLast((block) => block.type === "list" && !block.ordered);
  const item = list?.type === "list" ? list.children.at(-1) : undefined;
  const chosen = item ?? body.at(-1);
  const { start, end } = chosen ? place(chosen as Block) : heading;
  const line = lineStart(content, start);
  const kind = chosen ? "block" : "heading";
  const loose =
    list?.type === "list" && (list.spread === true || list.children.some((each) => each.spread === true));
  return {
    kind: item ? "item" : kind,
    start: line,
    end: lineEnd(content, end),
    marker: item ? `${content.slice(line, start)}${content.charAt(start)} ` : "- ",
    loose,
  };
}

function bulletsOf(
  content: string,
  body: readonly Block[],
  place: (block: Block) => { start: number; end: number },
): Bullet[] {
  const items = body.flatMap((block) => (block.type === "list" && !block.ordered ? block.children : []));
  return items.flatMap((item) => {
    const at = place(item as Block);
    const start = lineStart(content, at.start);
    const end = lineEnd(content, at.end);
    const [, marker, text] = /^(\s*[-*+][ \t]+)(\S.*)$/.exec(content.slice(start, end)) ?? [];
    if (marker === undefined || text === undefined) return [];
    return [{ start, end, marker, text }];
  });
}

function textOf(node: object): string {
  if ("value" in node && typeof node.value === "string") return node.value;
  if ("children" in node && Array.isArray(node.children)) return node.children.map(textOf).join("");
  return "";
}

export function lineStart(content: string, offset: number): number {
  const before = Math.max(content.lastIndexOf("\n", offset - 1), content.lastIndexOf("\r", offset - 1));
  // A byte order mark is no part of the first line's text.
  if (before < 0 && content.startsWith(BOM)) return 1;
  return before + 1;
}

function lineEnd(content: string, offset: number): number {
  const rest = content.slice(offset).search(/\r|\n/);
  if (rest < 0) return content.length;
  return offset + rest;
}

/** Line, counted from 1, of an offset. */
export function lineAt(content: string, offset: number): number {
  return content.slice(0, offset).split("\n").length;
}

function lastText(content: string, start: number, end: number): number {
  return start + Math.max(0, content.slice(start, end).trimEnd().length - 1);
}
