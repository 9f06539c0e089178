import { flatten, type Line, type Section } from "@/lib/text/outline";
import { BARE_WARNING, INNER_LABEL, isTitled, LABELS, WARNING_SIGN } from "./forms";
import { asLine, join, labelled } from "./labelled-lines";
import { type Add, BY_PLACE, ERROR_AUTHORS, MIN_PLACED, MIN_TRAP, weightOf } from "./learned-statement";
import { FORBIDS, FOUND, isOfRules, ORDERS, PREFERS, RULES, SPECIFIC, TELLS_NEWS, TRAPS } from "./sentences";

const isRule = ({ text, item }: Line) =>
  item !== null &&
  item.depth <= 1 &&
  (RULES.test(text) ? weightOf(text) >= MIN_RULE : item.depth === 0 && SPECIFIC.test(text));

const isOrder = ({ text, item }: Line) =>
  (ORDERS.test(text) && !/RFC ?2119/.test(text)) ||
  (item !== null && (OBLIGES.test(text) || PREFERS.test(text) || FORBIDDEN_FIRST.test(text)));

/** Bullets under Rules, Conventions, Constraints; orders in capitals; what is labelled as a note. */
export function rules(section: Section, above: readonly Section[], add: Add): void {
  const listed =
    [section, ...above].some(({ title }) => isOfRules(title)) && !isTitled(section.title, "warning");
  const news = [section, ...above].some(({ title }) => TELLS_NEWS.test(title));
  for (const line of flatten(section.lines)) {
    const { text } = line;
    const note = LABELS.note.test(text) ? text.replace(LABELS.note, "") : undefined;
    if (weightOf(text) < MIN_PLACED || LABELS.warning.test(text)) continue;
    if ((listed && isRule(line)) || isOrder(line))
      add(FORBIDS.test(text) ? "warning" : "recommendation", { statement: note ?? text }, BY_PLACE);
    else if (note && SPECIFIC.test(note)) add("recommendation", { statement: note }, BY_PLACE);
    else if (!news && text.length >= MIN_TRAP && TRAPS.test(text) && SPECIFIC.test(text))
      add("warning", { statement: text }, BY_PLACE);
  }
}

/** "Never commit secrets …" as an item. */
const FORBIDDEN_FIRST =
  /^(?:never|do not|don['’]t)\s+(?!worry|hesitate|know|think|have|forget|see|mind|believe|want|need)\w+.{20}/i;

const OBLIGES = /\bshall\s+\w/i;

/** A rule that names nothing says at least this much. */
const MIN_RULE = 30;

/** "Learning 2:" before what was learned. */
const NUMBERED_LESSON = /^(?:learning|lesson|takeaway|insight|tip)\s*#?\d+\s*[:：.–—-]\s*/i;

/** Bullets under Recommendations, Key points, Learnings; where an item says how to apply it, that is what is learned. */
export function recommendations(section: Section, add: Add): void {
  if (!isTitled(section.title, "recommendation")) return;
  for (const line of section.lines) {
    if (!line.item) continue;
    const [head = "", ...rest] = line.text.split(INNER_LABEL);
    const statement = head.replace(NUMBERED_LESSON, "");
    const below = [...flatten(line.below)];
    const parts = labelled([...rest.map(asLine), ...below]);
    const applied = below.filter(({ text }) => LABELS.apply.test(text));
    for (const { text } of applied)
      add("recommendation", { statement: text.replace(LABELS.apply, ""), reasoning: statement });
    if (applied.length > 0) continue;
    const introduces = /:$/.test(statement.trim());
    add("recommendation", {
      statement: introduces ? join(statement, parts.plain) : statement,
      reasoning: parts.why,
    });
  }
  // A heading below that states the rule itself: "### Optional jobs cannot be in `needs:`".
  for (const { title, lines } of section.sections)
    if (weightOf(title) >= MIN_PLACED && RULES.test(title) && lines.length > 0)
      add("recommendation", { statement: title.replace(NUMBERED, ""), reasoning: lines[0]?.text }, BY_PLACE);
}

const NUMBERED = /^\d+[.):]?\s*/;

/** What is labelled as a warning, begins with the sign or with Avoid, or is listed under such a heading. */
export function warnings(section: Section, add: Add): void {
  const limits = isTitled(section.title, "limit");
  const listed = isTitled(section.title, "warning") || limits;
  const avoided = /avoid/i.test(section.title);
  for (const line of flatten(section.lines)) {
    const [head = "", ...rest] = line.text.split(INNER_LABEL);
    const isLabelled = LABELS.warning.test(head);
    if (!isLabelled && !BARE_WARNING.test(head) && !(listed && line.item?.depth === 0)) continue;
    const parts = labelled([...rest.map(asLine), ...flatten(line.below)]);
    const said = isLabelled && !/^avoid\b/i.test(head) ? head.replace(LABELS.warning, "") : head;
    const plain = said.replace(WARNING_SIGN, "");
    const statement =
      avoided && !/\b(?:avoid|never|don.t|do not|not)\b/i.test(plain) ? `Avoid: ${plain}` : plain;
    const warning = { statement, reasoning: parts.why, instead: parts.instead ?? parts.fix };
    add("warning", warning, limits && !isLabelled ? BY_PLACE : undefined);
  }
}

/** What a review or an audit found, in items that name something. */
export function findings(section: Section, agent_type: string, add: Add): void {
  if (!FOUND.test(section.title)) return;
  const type = ERROR_AUTHORS.has(agent_type) ? "warning" : "recommendation";
  for (const { text, item } of section.lines)
    if (item?.depth === 0 && text.length >= MIN_TRAP && SPECIFIC.test(text))
      add(type, { statement: text }, BY_PLACE);
}
