import { allLines, flatten, type Section } from "@/lib/text/outline";
import { passes } from "../hooks/ephemeral";
import { COMMITS, RECORD_DECISION } from "./decision-records";
import type { DecisionRecord } from "./find-records";
import { BARE_NUMBERED_DECISION, INNER_LABEL, isTitled, LABELS, NUMBERED_DECISION } from "./forms";
import { after, asLine, join, labelled } from "./labelled-lines";
import { type Add, BY_PLACE, MIN_PLACED } from "./learned-statement";
import { DECIDED, NAMED_PART, REASONED, SPECIFIC, UNSETTLED, VERDICT } from "./sentences";

/** Adds a decision with its labelled parts; false when it has neither What nor Why. */
function addLabelled(
  name: string,
  { what, why, trade_offs }: ReturnType<typeof labelled>,
  add: Add,
): boolean {
  if (what === undefined && why === undefined) return false;
  add("decision", { statement: join(name, what), reasoning: why, trade_offs });
  return true;
}

/** A decision that a heading names: numbered, called one, or below a heading of decisions. */
function titled(section: Section, above: readonly Section[]): string | null {
  const { title, level } = section;
  const named = NUMBERED_DECISION.exec(title)?.[1];
  const plain = title.replace(/^\d+[.)]?\s*/, "");
  if (named !== undefined || BARE_NUMBERED_DECISION.test(title)) return named ?? plain;
  if (!isTitled(above[above.length - 1]?.title ?? "", "decision")) return null;
  const isHeading = level > 0 && level < 7;
  return isHeading || /^\d/.test(title) ? plain : null;
}

/** A decision with its What and Why: a section of its own, or an item of a section of decisions. */
export function decisions(section: Section, above: readonly Section[], add: Add): void {
  const name = titled(section, above);
  if (name !== null) {
    if (!addLabelled(name, labelled([...allLines(section)]), add)) headed(name, section, add);
    return;
  }
  const listed = isTitled(section.title, "decision");
  for (const line of flatten(section.lines)) {
    const [head = "", ...rest] = line.text.split(INNER_LABEL);
    const own = LABELS.decision.test(head) ? head.replace(LABELS.decision, "") : undefined;
    if (own === undefined && !(listed && line.item?.ordered && line.item.depth === 0)) continue;
    const following = own ? after(section, line) : [];
    const parts = labelled([...rest.map(asLine), ...flatten(line.below), ...following]);
    addLabelled((own ?? head).replace(LABELS.what, ""), parts, add);
  }
}

/** A decision that its heading names, with the first sentence below it, where that commits or gives a reason. */
function headed(title: string, { lines: [first] }: Section, add: Add): void {
  if (!first || first.item !== null || first.text.length < MIN_PLACED) return;
  if (!COMMITS.test(first.text) && !REASONED.test(first.text) && !SPECIFIC.test(first.text)) return;
  const [sentence = ""] = first.text.split(/(?<=[.!])\s+(?=\p{Lu})/u);
  if (passes(sentence)) return;
  add("decision", {
    statement: join(title, sentence),
    reasoning: first.text === sentence ? undefined : first.text,
  });
}

/** Bullets under Decisions that give a reason or something specific, and sentences that say what was chosen and why. */
export function choices(section: Section, above: readonly Section[], record: DecisionRecord, add: Add): void {
  const { title, lines } = section;
  const listed = listsDecisions(section);
  const within = !listed && !UNSETTLED.test(title) && above.some(listsDecisions);
  for (const line of lines) {
    const [head = "", ...rest] = line.text.split(INNER_LABEL);
    const { what, why } = labelled([...rest.map(asLine), ...flatten(line.below)]);
    // With its What or Why it was taken already.
    const is_choice = line.item && what === undefined && why === undefined && head.length >= MIN_PLACED;
    const is_reasoned = REASONED.test(head) || (listed && (SPECIFIC.test(head) || NAMED_PART.test(head)));
    if ((listed || within) && is_choice && is_reasoned) add("decision", { statement: head });
    else if (VERDICT.test(line.text)) add("decision", { statement: join(title, line.text) }, BY_PLACE);
    else if (!record.is_sure && DECIDED.test(line.text) && REASONED.test(line.text))
      add("decision", { statement: line.text }, BY_PLACE);
  }
  const choice = WHY_THIS.exec(title)?.[1];
  const [first] = lines;
  if (choice && first) add("decision", { statement: join(choice, first.text) }, BY_PLACE);
}

const listsDecisions = ({ title }: Section) => isTitled(title, "decision") && !RECORD_DECISION.test(title);

/** "Why bolty uses the spec", "Why Wails (not Electron)?" */
const WHY_THIS =
  /^why\s+(?!this\b|it\b)(?=.*\b(?:us(?:e|es|ed|ing)|cho(?:se|sen|osing)|over|not|instead of|rather than)\b)(.+?)\??$/i;
