import { applyEdits, bulletEdit, locate, type SectionEdit, withLf } from "../skills/edits";
import { type Bullet, parseSkill, type SkillDocument, type SkillSection } from "../skills/markdown";

/** Lines below a bullet's first one are indented to stand under its text. */
const written = (marker: string, [first = "", ...below]: readonly string[]) =>
  [first, ...below.map((line) => `${" ".repeat(marker.length)}${line}`)].join("\n");

/**
 * The edit that adds a bullet of these lines at the end of a section. Null when it would be no bullet there, as behind a
 * code block that was never closed.
 */
export function addedBullet(
  document: SkillDocument,
  section: SkillSection,
  lines: readonly string[],
): SectionEdit | null {
  const text = written(section.anchor.marker.replace(/^\s+/, ""), lines);
  const edit = bulletEdit(document, section, text);
  if (!edit) return null;
  const result = applyEdits(document.content, section.title, [edit]);
  if ("problem" in result) return null;
  const after = parseSkill(result.content).sections.find(({ title }) => title === section.title);
  if (
    after?.anchor.kind === "item" &&
    withLf(result.content.slice(after.anchor.start, after.anchor.end)).endsWith(text)
  )
    return edit;
  return null;
}

/** The edit that puts these lines in the place of a bullet; null when its line stands twice in the section. */
export function replacedBullet(
  document: SkillDocument,
  section: SkillSection,
  bullet: Bullet,
  lines: readonly string[],
): SectionEdit | null {
  const current_text = document.content.slice(bullet.start, bullet.end);
  if ("problem" in locate(document, section, current_text)) return null;
  const edit = { current_text, proposed_text: `${bullet.marker}${written(bullet.marker, lines)}` };
  if ("problem" in applyEdits(document.content, section.title, [edit])) return null;
  return edit;
}
