import { diffIndices } from "node-diff3";
import type { ConflictRegion } from "../contract";
import { findSection, locate, type SectionEdit, withLf } from "../skills/edits";
import { lineAt, parseSkill } from "../skills/markdown";

/** A hunk in its place in a text that moved on, or the lines that both sides changed. */
export type Rebased = (SectionEdit & { section: string }) | { conflict: ConflictRegion; reason: string };

/** Whether all were carried over, and into the same section. */
export function isRebased(
  carried: readonly Rebased[],
): carried is readonly Exclude<Rebased, { conflict: unknown }>[] {
  return (
    carried.length > 0 &&
    carried.every((each) => "section" in each) &&
    new Set(carried.map((each) => ("section" in each ? each.section : null))).size === 1
  );
}

const linesOf = (text: string) => text.split("\n");

/**
 * Carries an edit of one section over to a later text, three-way: what it changes must not have been changed there. Lines
 * that it only adds go behind what became of the line they were written for, which a merge line by line would call a
 * conflict; a person sees the result before it is approved.
 */
export function rebaseEdit(params: {
  base: string;
  current: string;
  section: string;
  edit: SectionEdit;
}): Rebased {
  const base = withLf(params.base);
  const current = withLf(params.current);
  const { current_text, proposed_text } = params.edit;
  const document = parseSkill(base);
  const section = findSection(document, params.section);
  const at = "problem" in section ? section : locate(document, section, current_text);
  const nowhere = { line: 1, base: current_text, version: proposed_text, file: "" };
  if ("problem" in at) return { conflict: nowhere, reason: at.problem };

  const before = linesOf(base);
  const now = linesOf(current);
  const start = lineAt(base, at.start) - 1;
  const length = linesOf(current_text).length;
  const adds = proposed_text.startsWith(`${current_text}\n`);
  const from = adds ? start + length : start;
  const to = start + length;
  const regions = diffIndices(before, now).map(({ buffer1, buffer2 }) => ({
    old: { from: buffer1[0], to: buffer1[0] + buffer1[1] },
    new: { from: buffer2[0], to: buffer2[0] + buffer2[1] },
  }));
  const touched = regions.find(({ old, new: after }) => {
    if (adds)
      return (
        (old.from < from && from < old.to) || (old.to === from && old.from < from && after.from === after.to)
      );
    if (old.from === old.to) return from < old.from && old.from < to;
    return old.from < to && from < old.to;
  });
  if (touched) {
    const first = Math.min(touched.old.from, start);
    const last = Math.max(touched.old.to, to);
    const edited = [
      ...before.slice(first, start),
      ...linesOf(proposed_text),
      ...before.slice(to, Math.max(last, to)),
    ];
    return {
      conflict: {
        line: touched.new.from + 1,
        base: before.slice(first, last).join("\n"),
        version: edited.join("\n"),
        file: now.slice(touched.new.from, touched.new.to).join("\n"),
      },
      reason: "Both changed these lines.",
    };
  }
  const shift = regions
    .filter(({ old }) => old.to <= from)
    .reduce((sum, { old, new: after }) => sum + (after.to - after.from) - (old.to - old.from), 0);
  const place = from + shift;
  const written = adds ? proposed_text.slice(current_text.length + 1) : proposed_text;
  return anchored(current, { from: place, to: adds ? place : place + length, written, adds }, nowhere);
}

/** The edit as one of whole lines that occur once in their section, widened upwards until they do. */
function anchored(
  current: string,
  edit: { from: number; to: number; written: string; adds: boolean },
  nowhere: ConflictRegion,
): Rebased {
  const document = parseSkill(current);
  const lines = linesOf(current);
  const sought = edit.adds ? edit.from : edit.from + 1;
  const section = document.sections.findLast((each) => each.line_start <= sought);
  if (!section?.editable)
    return {
      conflict: { ...nowhere, line: Math.max(1, sought) },
      reason: section
        ? `It would be in “${section.title}”, a title that another section has too.`
        : "It would be outside all sections.",
    };
  const top = section.line_start - 1;
  for (let first = edit.adds ? edit.from - 1 : edit.from; first >= top; first -= 1) {
    const context = lines.slice(first, edit.from);
    const current_text = lines.slice(first, edit.to).join("\n");
    if (current_text.trim() === "" || "problem" in locate(document, section, current_text)) continue;
    return {
      section: section.title,
      current_text,
      proposed_text: [...context, edit.written].join("\n"),
    };
  }
  return {
    conflict: { ...nowhere, line: Math.max(1, sought) },
    reason: `Its place in “${section.title}” cannot be distinguished from another one.`,
  };
}
