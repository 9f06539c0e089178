import { MAX_SKILL_BYTES } from "../contract";
import { refuseText } from "./forbidden-text";
import { lineStart, parseSkill, type SkillDocument, type SkillSection } from "./markdown";

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

/** Where the lines of `text` are in a section, whatever their line ends: offsets, or why that cannot be said. */
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
    return { problem: `The text to change occurs more than once in the section “${section.title}”.` };
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
  if (crlf > lf) return "\r\n";
  return "\n";
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
  if (proposed_text.startsWith(`${current_text}\n`))
    return {
      start: at.end,
      end: at.end,
      text: withEol(proposed_text.slice(current_text.length), eol),
      edit: index,
    };
  return { ...at, text: withEol(proposed_text, eol), edit: index };
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
  if (isSameOutline(document, parseSkill(edited))) return { content: edited };
  return { problem: "The edit would add, remove or rename a heading or the frontmatter.", edit: null };
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
