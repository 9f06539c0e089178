import { flatten, type Line, type Section } from "@/lib/text/outline";
import { BARE_WARNING, INNER_LABEL, isTitled, LABELS, WARNING_SIGN } from "./forms";
import { asLine, join, labelled } from "./labelled-lines";
import { type Add, BY_PLACE, ERROR_AUTHORS, MIN_PLACED, MIN_TRAP } from "./learned-statement";
import { FORBIDS, FOUND, isOfRules, ORDERS, PREFERS, RULES, SPECIFIC, TELLS_NEWS, TRAPS } from "./sentences";

const isRule = ({ text, item }: Line) =>
  item?.depth === 0 && (SPECIFIC.test(text) || (text.length >= MIN_RULE && RULES.test(text)));

const isOrder = ({ text, item }: Line) =>
  (ORDERS.test(text) && !/RFC ?2119/.test(text)) ||
  (item !== null && (OBLIGES.test(text) || PREFERS.test(text)));

/** Bullets under Rules, Conventions, Constraints; orders in capitals; what is labelled as a note. */
export function rules(section: Section, above: readonly Section[], add: Add): void {
  const listed =
    [section, ...above].some(({ title }) => isOfRules(title)) && !isTitled(section.title, "warning");
  const news = [section, ...above].some(({ title }) => TELLS_NEWS.test(title));
  for (const line of flatten(section.lines)) {
    const { text } = line;
    const note = LABELS.note.test(text) ? text.replace(LABELS.note, "") : undefined;
    if (text.length < MIN_PLACED || LABELS.warning.test(text)) continue;
    if ((listed && isRule(line)) || isOrder(line))
      add(FORBIDS.test(text) ? "warning" : "recommendation", { statement: note ?? text }, BY_PLACE);
    else if (note && SPECIFIC.test(note)) add("recommendation", { statement: note }, BY_PLACE);
    else if (!news && text.length >= MIN_TRAP && TRAPS.test(text) && SPECIFIC.test(text))
      add("warning", { statement: text }, BY_PLACE);
  }
}

const OBLIGES = /\bshall\s+\w/i;

/** A rule that names nothing says at least this much. */
const MIN_RULE = 40;

/** Bullets under Recommendations, Key points, Learnings. */
export function recommendations(section: Section, add: Add): void {
  if (!isTitled(section.title, "recommendation")) return;
  for (const line of section.lines) {
    if (!line.item) continue;
    const [statement = "", ...rest] = line.text.split(INNER_LABEL);
    const parts = labelled([...rest.map(asLine), ...flatten(line.below)]);
    const introduces = /:$/.test(statement.trim());
    add("recommendation", {
      statement: introduces ? join(statement, parts.plain) : statement,
      reasoning: parts.why,
    });
  }
}

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
