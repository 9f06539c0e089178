import { rebaseEdit } from "../proposals/rebase";
import type { NewDraft } from "../proposals/write-queries";
import { applyEdits, type SectionEdit } from "../skills/edits";

/** Joining a new draft to an open proposal that somebody has opened. */

type OpenHunk = SectionEdit & { id: string; finding_ids: readonly string[] };
type NewHunk = NewDraft["hunks"][number];

export type Joined = {
  kept: { id: string; current_text: string; proposed_text: string; evidence: NewHunk["evidence"] }[];
  added: NewHunk[];
  /** Whether anything is other than it was. */
  changed: boolean;
};

/** `section` is where it belongs now, `base_section` where it did. */
type Texts = { section: string; base_section: string; base: string; current: string };

/** A hunk's text for the skill as it is now: as it is, carried over, or, where both changed, that of the new draft. */
function textNow(hunk: OpenHunk, match: NewHunk | undefined, texts: Texts) {
  const { section, base_section, base, current } = texts;
  if (base === current) return hunk;
  const carried = rebaseEdit({ base, current, section: base_section, edit: hunk });
  if ("section" in carried && carried.section === section) return carried;
  return match ?? null;
}

/**
 * Joins: a drafted hunk about findings that an open hunk is about adds its evidence to it, the others come behind. No
 * hunk is removed and no text is changed, unless the skill moved and it has to be.
 *
 * @returns null when an open hunk could not be carried over to the skill as it is now.
 */
export function joinDraft(
  open: readonly OpenHunk[],
  drafted: readonly NewHunk[],
  texts: Texts,
): Joined | null {
  const matchOf = (hunk: NewHunk) =>
    open
      .map((each) => ({
        each,
        shared: hunk.evidence.filter(({ finding_id }) => each.finding_ids.includes(finding_id)).length,
      }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared)[0]?.each;
  const matched = new Map(drafted.map((hunk) => [hunk, matchOf(hunk)]));
  const kept: Joined["kept"] = [];
  for (const hunk of open) {
    const own = drafted.filter((each) => matched.get(each)?.id === hunk.id);
    const text = textNow(hunk, own[0], texts);
    if (text === null) return null;
    const known = new Set(open.flatMap(({ finding_ids }) => finding_ids));
    const evidence = own.flatMap((each) => each.evidence.filter(({ finding_id }) => !known.has(finding_id)));
    kept.push({ id: hunk.id, current_text: text.current_text, proposed_text: text.proposed_text, evidence });
  }
  const added: NewHunk[] = [];
  for (const hunk of drafted) {
    if (matched.get(hunk) !== undefined) continue;
    const edits = [...kept, ...added, hunk];
    if ("content" in applyEdits(texts.current, texts.section, edits)) added.push(hunk);
  }
  const changed =
    added.length > 0 || texts.base !== texts.current || kept.some(({ evidence }) => evidence.length > 0);
  return { kept, added, changed };
}
