import type { Blockquote, Nodes, PhrasingContent, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

/**
 * A markdown text as an outline of what its author says in prose: sections with their lines. Code blocks, quotes, tables
 * and HTML are left out, because they show or repeat what somebody else wrote. GitHub's alerts are quotes by their syntax
 * only and stay in, as do quotes that begin with a warning's label in bold.
 */

const processor = unified().use(remarkParse).use(remarkGfm).freeze();

/** One line of prose: a paragraph's line, or the first line of a list item; however it was wrapped in the source. */
export type Line = {
  /** Without markup; inline code keeps its backticks. */
  text: string;
  /** Set for what begins a list item: whether its list is numbered, and how deep it is nested, from 0. */
  item: { ordered: boolean; depth: number } | null;
  /** The lines below this one: of its item, nested lists included. Empty for lines outside of items. */
  below: Line[];
};

export type Section = {
  /** The heading, or a paragraph that stands for one ("**Key points**", "Recommendations:" before a list); empty at first. */
  title: string;
  /** 1–6 for headings; 7 for a bold paragraph, 8 for one that ends in a colon; 0 for what comes before all of them. */
  level: number;
  lines: Line[];
  sections: Section[];
};

const BOLD_LEVEL = 7;
const COLON_LEVEL = 8;
const ALERT = /^\[!(\w+)\]\s*/;
/** A quote that begins so is set off for its weight, and is nobody else's words. */
const QUOTED_WARNING =
  /^(?:⚠️?\s*)?(?:warning|caution|danger|achtung|warnung|vorsicht|attention|avertissement|advertencia|atenci[óo]n|aviso|atenção|警告|注意)\s*[:：]\s*\S/iu;

/** The outline of a markdown text. Every text has one. */
export function outline(markdown: string): Section {
  const root: Section = { title: "", level: 0, lines: [], sections: [] };
  const open = [root];
  const current = () => open[open.length - 1] ?? root;
  const enter = (title: string, level: number) => {
    while (open.length > 1 && current().level >= level) open.pop();
    const section = { title, level, lines: [], sections: [] };
    current().sections.push(section);
    open.push(section);
  };

  const blocks = processor.parse(markdown).children;
  for (const [at, block] of blocks.entries()) {
    const title = titleOf(block, blocks[at + 1]);
    if (title) {
      enter(title.text, title.level);
      continue;
    }
    // What a colon introduces is the list after it, and nothing more.
    if (current().level === COLON_LEVEL && block.type !== "list") open.pop();
    current().lines.push(...linesOf(block, 0));
  }
  return root;
}

/** Every section of an outline with the sections it is in, outermost first, in the order of the text. */
export function* sectionsOf(
  section: Section,
  above: readonly Section[] = [],
): Generator<[Section, Section[]]> {
  yield [section, [...above]];
  for (const inner of section.sections) yield* sectionsOf(inner, [...above, section]);
}

/** All lines of a section and of those in it, with the lines below items, in the order of the text. */
export function* allLines(section: Section): Generator<Line> {
  yield* flatten(section.lines);
  for (const inner of section.sections) yield* allLines(inner);
}

export function* flatten(lines: readonly Line[]): Generator<Line> {
  for (const line of lines) {
    yield line;
    yield* flatten(line.below);
  }
}

function titleOf(
  block: RootContent,
  next: RootContent | undefined,
): { text: string; level: number } | undefined {
  if (block.type === "heading") return { text: textOf(block), level: block.depth };
  if (block.type !== "paragraph") return undefined;
  const text = textOf(block);
  const [only, ...others] = block.children;
  if (only?.type === "strong" && others.every((child) => /^[:\s]*$/.test(textOf(child))))
    return { text, level: BOLD_LEVEL };
  if (next?.type === "list" && /:$/.test(text) && !/[\n\u2028]/.test(text))
    return { text: text.slice(0, -1).trim(), level: COLON_LEVEL };
  return undefined;
}

function linesOf(block: RootContent, depth: number): Line[] {
  switch (block.type) {
    case "paragraph":
      return unwrapped(textOf(block)).map((text) => ({ text, item: null, below: [] }));
    case "list":
      return block.children.flatMap((item) => {
        // A box to tick says what is to be done or was done, and nothing that lasts.
        if (typeof item.checked === "boolean") return [];
        const [first, ...rest] = item.children.flatMap((child) => linesOf(child, depth + 1));
        if (!first) return [];
        const lead = { ordered: block.ordered === true, depth };
        // An item that begins with a list has no line of its own.
        if (first.item !== null) return [first, ...rest];
        return [{ text: first.text, item: lead, below: [...first.below, ...rest] }];
      });
    case "blockquote": {
      const lines = block.children.flatMap((child) => linesOf(child, depth));
      const [first, ...rest] = lines;
      const kind = first && ALERT.exec(first.text)?.[1];
      if (first && QUOTED_WARNING.test(first.text) && isSetOff(block))
        return [{ text: lines.map((line) => line.text).join(" "), item: null, below: [] }];
      if (!first || !kind) return [];
      const said = [first.text.replace(ALERT, ""), ...rest.map((line) => line.text)].join(" ").trim();
      if (said === "") return [];
      return [{ text: `${kind}: ${said}`, item: null, below: [] }];
    }
    default:
      return [];
  }
}

/** Whether a quote begins in bold or with a sign: its author made it stand out, and quotes nobody. */
function isSetOff({ children: [first] }: Blockquote): boolean {
  if (first?.type !== "paragraph") return false;
  return first.children[0]?.type === "strong" || /^\s*⚠/u.test(textOf(first));
}

const HARD_BREAK = "\u2028";
const FULL_LINE = 50;
/** What a line begins with that starts something of its own: a sign, or a label before a colon. */
const OWN_START = /^(?:\p{Extended_Pictographic}|[\p{Lu}"'`][^.:：]{0,40}[:：](?:\s|$))/u;

/** The lines that an author meant: those of a text wrapped at some column are one. */
function unwrapped(text: string): string[] {
  return text.split(HARD_BREAK).flatMap((part) => {
    const lines: string[] = [];
    for (const line of part.split("\n").map((one) => one.trim())) {
      const before = lines[lines.length - 1];
      const continues = before !== undefined && (before.length >= FULL_LINE || /^\p{Ll}/u.test(line));
      if (line === "") continue;
      if (continues && !OWN_START.test(line)) lines[lines.length - 1] = `${before} ${line}`;
      else lines.push(line);
    }
    return lines;
  });
}

function textOf(node: Nodes | PhrasingContent): string {
  switch (node.type) {
    case "text":
      return node.value;
    case "inlineCode":
      return `\`${node.value}\``;
    case "break":
      return HARD_BREAK;
    case "html":
    case "image":
    case "imageReference":
    case "footnoteReference":
      return "";
    default:
      if ("children" in node) return node.children.map(textOf).join("");
      return "";
  }
}
