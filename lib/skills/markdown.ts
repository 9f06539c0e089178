import { LRUCache } from "lru-cache";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { parseDocument } from "yaml";
import { z } from "zod";
import { MAX_SKILL_BYTES, type Section } from "./contract";

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
  const loose =
    list?.type === "list" && (list.spread === true || list.children.some((each) => each.spread === true));
  return {
    kind: item ? "item" : chosen ? "block" : "heading",
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
    return marker === undefined || text === undefined ? [] : [{ start, end, marker, text }];
  });
}

function textOf(node: object): string {
  if ("value" in node && typeof node.value === "string") return node.value;
  if ("children" in node && Array.isArray(node.children)) return node.children.map(textOf).join("");
  return "";
}

function lineStart(content: string, offset: number): number {
  const before = Math.max(content.lastIndexOf("\n", offset - 1), content.lastIndexOf("\r", offset - 1));
  // A byte order mark is no part of the first line's text.
  return before < 0 && content.startsWith(BOM) ? 1 : before + 1;
}

function lineEnd(content: string, offset: number): number {
  const rest = content.slice(offset).search(/\r|\n/);
  return rest < 0 ? content.length : offset + rest;
}

/** Line, counted from 1, of an offset. */
export function lineAt(content: string, offset: number): number {
  return content.slice(0, offset).split("\n").length;
}

function lastText(content: string, start: number, end: number): number {
  return start + Math.max(0, content.slice(start, end).trimEnd().length - 1);
}

// Frontmatter ------------------------------------------------------------------------------------------------

// The limits of agentskills.io.
const frontmatterSchema = z.looseObject(
  {
    name: z
      .string({ error: "must be a text" })
      .max(64, "must be at most 64 characters")
      .regex(
        /^[a-z0-9]+(-[a-z0-9]+)*$/,
        "must be lower-case letters and digits, with single hyphens between",
      ),
    description: z
      .string({ error: "must be a text" })
      .refine((value) => value.trim() !== "", "must not be empty")
      .max(1024, "must be at most 1,024 characters"),
  },
  { error: "must be a list of fields" },
);

/** `name` and `description` of a skill, or in one sentence why the file is none. */
export function readFrontmatter(
  document: SkillDocument,
  path: string,
): { name: string; description: string } | { problem: string } {
  if (document.frontmatter === null)
    return { problem: "does not begin with frontmatter: --- lines around name and description" };
  const yaml = parseDocument(document.frontmatter);
  const [error] = yaml.errors;
  if (error)
    return { problem: `has frontmatter that is not valid YAML: ${error.message.split("\n")[0] ?? ""}` };
  const result = frontmatterSchema.safeParse(yaml.toJS());
  if (!result.success)
    return {
      problem: result.error.issues
        .map((issue) => `frontmatter ${issue.path.join(".") || "fields"} ${issue.message}`)
        .join("; "),
    };
  const { name, description } = result.data;
  const folder = path.split("/").at(-2);
  if (folder !== undefined && folder !== name)
    return {
      problem: `has the name ${name} but lies in the folder ${folder}; agents require them to be the same`,
    };
  return { name, description };
}

/** Why a file of these bytes cannot be kept as a skill, or its text. The byte order mark and line ends are kept. */
export function decodeSkill(bytes: Uint8Array): { content: string } | { problem: string } {
  if (bytes.length > MAX_SKILL_BYTES)
    return { problem: `is larger than ${MAX_SKILL_BYTES / 1024} KB; move detail into files beside it` };
  try {
    const content = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return content.includes("\0") ? { problem: "holds NUL characters" } : { content };
  } catch {
    return { problem: "is not UTF-8 text" };
  }
}

// Texts that may not enter a skill ---------------------------------------------------------------------------

const FORBIDDEN: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /!`/g,
    reason: "holds !`…`, which runs a command when the skill loads; remove the exclamation mark",
  },
  { pattern: /(?:`{3,}|~{3,})[ \t]*!/g, reason: "opens a ```! block, which runs when the skill loads" },
  {
    pattern: /\$(?:ARGUMENTS\b|\d|\{CLAUDE_)/g,
    reason: "holds a $ placeholder that is filled in when the skill loads",
  },
  {
    pattern: /[\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu,
    reason: "holds invisible characters",
  },
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  { pattern: /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, reason: "holds control characters" },
  { pattern: /<!--/g, reason: "holds an HTML comment, which readers of the page do not see" },
  {
    pattern:
      /<\/?(?:system|assistant|user|human|tool|tool_use|tool_result|function_calls?|invoke|instructions?)\b[^>]*>/gi,
    reason: "holds markup of a conversation's roles",
  },
  {
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|preceding|other|all|any|system)\b[^.\n]{0,30}\b(?:instructions?|rules?|prompts?|guidelines?|directions?|sections?|skills?|messages?)\b/gi,
    reason: "tells its reader to ignore other instructions",
  },
  { pattern: /\byou are now\b|\bnew instructions\s*:/gi, reason: "gives its reader another role" },
];

/**
 * Why `text` may not be written into a skill, or null. What stands in `current` already, which it replaces, is not held
 * against it.
 */
export function refuseText(text: string, current = ""): string | null {
  const found = FORBIDDEN.find(({ pattern }) => matches(text, pattern) > matches(current, pattern));
  return found?.reason ?? null;
}

function matches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

// Edits ------------------------------------------------------------------------------------------------------

/** One edit of a section: `current_text`, whole lines that occur exactly once in it, becomes `proposed_text`. */
export type SectionEdit = { current_text: string; proposed_text: string };

export type EditResult = { content: string } | { problem: string; edit: number | null };

/** The one section of this title, or why there is none to edit. */
export function findSection(document: SkillDocument, title: string): SkillSection | { problem: string } {
  const found = document.sections.filter((section) => section.title === title);
  const [section] = found;
  if (!section) return { problem: `The section “${title}” is no longer in the skill.` };
  if (found.length > 1)
    return {
      problem: `The skill has ${found.length} sections titled “${title}”; give them different titles.`,
    };
  return section;
}

/** Where the lines of `text` stand in a section, whatever their line ends: offsets, or why that cannot be said. */
export function locate(
  { content }: SkillDocument,
  section: SkillSection,
  text: string,
): { start: number; end: number } | { problem: string } {
  const part = content.slice(section.start, section.end);
  // Whole lines only: a line break is asked for on both sides, and there is one at both ends.
  const lines = `\n${withLf(part)}\n`;
  const sought = `\n${withLf(text)}\n`;
  const first = lines.indexOf(sought);
  if (first < 0) return { problem: `The text to change is no longer in the section “${section.title}”.` };
  if (lines.includes(sought, first + 1))
    return { problem: `The text to change stands more than once in the section “${section.title}”.` };
  const end = first + sought.length - 2;
  return { start: section.start + sourceOffset(part, first), end: section.start + sourceOffset(part, end) };
}

/** The offset in a text of an offset in the same text with line feeds for line ends. */
function sourceOffset(text: string, offset: number): number {
  let shift = 0;
  for (const { index } of text.matchAll(/\r\n/g)) {
    if (index - shift >= offset) break;
    shift += 1;
  }
  return offset + shift;
}

/** The line end that most lines of a text have; a line feed when there is none. */
export function eolOf(content: string): "\n" | "\r\n" {
  const crlf = content.split("\r\n").length - 1;
  const lf = content.split("\n").length - 1 - crlf;
  return crlf > lf ? "\r\n" : "\n";
}

const withEol = (text: string, eol: string) => text.replaceAll(/\r\n|\r|\n/g, eol);

/** Normalises line ends to line feeds, as hunks are kept. */
export const withLf = (text: string) => withEol(text, "\n");

type Splice = { start: number; end: number; text: string; edit: number };

/** What an edit does to the text: lines added behind its current text, or its current text replaced. */
function spliceOf(edit: SectionEdit, at: { start: number; end: number }, index: number, eol: string): Splice {
  const { current_text, proposed_text } = {
    current_text: withLf(edit.current_text),
    proposed_text: withLf(edit.proposed_text),
  };
  return proposed_text.startsWith(`${current_text}\n`)
    ? {
        start: at.end,
        end: at.end,
        text: withEol(proposed_text.slice(current_text.length), eol),
        edit: index,
      }
    : { ...at, text: withEol(proposed_text, eol), edit: index };
}

/**
 * Applies edits to one section and changes nothing else. Edits that only add lines behind the same text are put there in
 * their order; edits that replace the same text are refused, as is an edit that adds, removes or renames a heading.
 */
export function applyEdits(content: string, title: string, edits: readonly SectionEdit[]): EditResult {
  const document = parseSkill(content);
  const section = findSection(document, title);
  if ("problem" in section) return { ...section, edit: null };
  const eol = eolOf(content);
  const splices: Splice[] = [];
  for (const [index, edit] of edits.entries()) {
    const refused = refuseText(edit.proposed_text, edit.current_text);
    if (refused !== null) return { problem: `The proposed text ${refused}.`, edit: index };
    const at = locate(document, section, edit.current_text);
    if ("problem" in at) return { ...at, edit: index };
    splices.push(spliceOf(edit, at, index, eol));
  }
  splices.sort((a, b) => a.start - b.start || a.end - b.end || a.edit - b.edit);
  let part = "";
  let done = section.start;
  for (const splice of splices) {
    if (splice.start < done)
      return { problem: "Two edits change the same text; approve one of them.", edit: splice.edit };
    const joined = splice.start === done && part !== "" && section.anchor.kind !== "item";
    part = joined
      ? joinBullets(part, splice.text, eol)
      : part + content.slice(done, splice.start) + splice.text;
    done = splice.end;
  }
  const edited = content.slice(0, section.start) + part + content.slice(done);
  if (Buffer.byteLength(edited) > MAX_SKILL_BYTES)
    return { problem: `The skill would be larger than ${MAX_SKILL_BYTES / 1024} KB.`, edit: null };
  return isSameOutline(document, parseSkill(edited))
    ? { content: edited }
    : { problem: "The edit would add, remove or rename a heading or the frontmatter.", edit: null };
}

/** Bullets that each would start a list behind the same text make one list, without blank lines in it. */
function joinBullets(before: string, text: string, eol: string): string {
  const bullet = text.startsWith(eol + eol) ? text.slice(eol.length) : text;
  return (before.endsWith(eol) ? before.slice(0, -eol.length) : before) + bullet;
}

function isSameOutline(before: SkillDocument, after: SkillDocument): boolean {
  const outline = ({ sections, frontmatter }: SkillDocument) =>
    JSON.stringify([frontmatter, sections.map(({ title, depth }) => [depth, title])]);
  return outline(before) === outline(after);
}

/**
 * The edit that adds a bullet at the end of a section: behind its last bullet, else behind its last block. Null when no
 * text of the section is unique, which only an empty line could be.
 */
export function bulletEdit(
  document: SkillDocument,
  section: SkillSection,
  bullet: string,
): SectionEdit | null {
  const { content } = document;
  const { anchor } = section;
  let { start } = anchor;
  // Widened upwards until the lines occur once; doubling keeps it quick in a file that repeats one line.
  for (let lines = 1; start > section.start && !isUnique(start); lines *= 2)
    for (let more = 0; more < lines && start > section.start; more += 1)
      start = Math.max(section.start, lineStart(content, lineStart(content, start) - 1));
  const current_text = withLf(content.slice(start, anchor.end));
  if (!isUnique(start)) return null;
  const gap = anchor.kind === "item" && !anchor.loose ? "\n" : "\n\n";
  const rest = withLf(content.slice(anchor.end, section.end));
  // Without a blank line behind, a bullet would take in the text below.
  const tail =
    anchor.kind === "item" ||
    (section.end === content.length && rest.trim() === "") ||
    rest.startsWith("\n\n")
      ? ""
      : "\n";
  return { current_text, proposed_text: `${current_text}${gap}${anchor.marker}${bullet}${tail}` };

  function isUnique(from: number): boolean {
    return !("problem" in locate(document, section, content.slice(from, anchor.end)));
  }
}
