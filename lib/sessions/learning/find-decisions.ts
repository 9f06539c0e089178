import { allLines, flatten, type Section, sectionsOf } from "@/lib/text/outline";
import { HANGS } from "../hooks/ephemeral";
import { CHOSEN_OPTION, COMMITS, RECORD_DECISION, RECORD_PART, RECORD_VOID } from "./decision-records";
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
    if (!addLabelled(name, labelled([...allLines(section)]), add)) told(name, section, add);
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
function told(title: string, { lines: [first] }: Section, add: Add): void {
  if (!first || first.item !== null || first.text.length < MIN_PLACED) return;
  if (!COMMITS.test(first.text) && !REASONED.test(first.text) && !SPECIFIC.test(first.text)) return;
  const [sentence = ""] = first.text.split(/(?<=[.!])\s+(?=\p{Lu})/u);
  add("decision", {
    statement: join(title, sentence),
    reasoning: first.text === sentence ? undefined : first.text,
  });
}

/** The records of decisions (ADR): what their section "Decision" commits to, under the record's title. */
export function records(section: Section, above: readonly Section[], record: DecisionRecord, add: Add): void {
  if (!RECORD_DECISION.test(section.title) || record.is_void) return;
  const subject = (above.findLast(({ level }) => level === 1 || level === 2)?.title ?? "").replace(
    RECORD_NUMBER,
    "",
  );
  const reasoning = record.rationale;
  // "We rejected it, on these grounds:" and its list are a section of their own in the outline.
  const introduced = section.sections
    .filter(({ level }) => level > 6)
    .flatMap(({ title, lines }) => {
      if (HANGS.test(title)) return lines.map(({ text, item }) => ({ text: `${title} ${text}`, item }));
      return [{ text: title, item: null }];
    });
  const said = [...section.lines, ...introduced].filter(({ item }) => item === null || item.depth === 0);
  const paragraphs = said.filter(({ item }) => item === null);
  const committing = paragraphs.filter(
    ({ text }, at) => CHOSEN_OPTION.test(text) || COMMITS.test(text) || (record.is_sure && at === 0),
  );
  for (const [at, { text }] of committing.entries())
    add("decision", { statement: at === 0 ? join(subject, text.replace(OPEN_END, "")) : text, reasoning });
  // A list after a paragraph that gives no reason for itself is what was decided.
  if (paragraphs.some(({ text }) => /(?:because|since|reasons?|basis)\W*$/i.test(text))) return;
  for (const { text, item } of said)
    if (
      item &&
      text.length >= MIN_PLACED &&
      (COMMITS.test(text) || REASONED.test(text) || SPECIFIC.test(text))
    )
      add("decision", { statement: text, reasoning });
}

/** "…, because" before a list of the reasons. */
const OPEN_END = /,?\s+because\W*$/i;

const RECORD_NUMBER = /^(?:ADR|RFC)?[-\s#]*\d+\s*[.):—–-]*\s*/i;

/** Whether a text is a record of a decision by its sections, and whether its status says that it binds nobody. */
type DecisionRecord = { is_sure: boolean; is_void: boolean; rationale: string | undefined };

export function recordOf(root: Section): DecisionRecord {
  const sections = [...sectionsOf(root)].map(([section]) => section);
  const parts = new Set(sections.flatMap(({ title }) => RECORD_PART.exec(title)?.[0].toLowerCase() ?? []));
  const status = sections.find(({ title }) => /^status$/i.test(title))?.lines[0]?.text;
  const stated = sections.flatMap(({ lines }) => lines).find(({ text }) => /^status\s*:/i.test(text))?.text;
  const rationale = sections.find(({ title }) => /^rationale$/i.test(title))?.lines[0]?.text;
  return {
    is_sure: parts.size >= 2,
    is_void: RECORD_VOID.test(status ?? stated?.replace(/^status\s*:\s*/i, "") ?? ""),
    rationale,
  };
}

/** Bullets under Decisions that tell a reason or something specific, and sentences that say what was chosen and why. */
export function choices(section: Section, above: readonly Section[], record: DecisionRecord, add: Add): void {
  const { title, lines } = section;
  const listed = listsDecisions(section);
  const within = !listed && !UNSETTLED.test(title) && above.some(listsDecisions);
  for (const line of lines) {
    const [head = "", ...rest] = line.text.split(INNER_LABEL);
    const { what, why } = labelled([...rest.map(asLine), ...flatten(line.below)]);
    // With its What or Why it was taken already.
    const is_choice = line.item && what === undefined && why === undefined && head.length >= MIN_PLACED;
    const is_told = REASONED.test(head) || (listed && (SPECIFIC.test(head) || NAMED_PART.test(head)));
    if ((listed || within) && is_choice && is_told) add("decision", { statement: head });
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
