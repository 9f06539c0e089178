import { type Line, type Section, sectionsOf } from "@/lib/text/outline";
import { HANGS } from "../hooks/ephemeral";
import {
  CHOSEN_OPTION,
  COMMITS,
  RECORD_CONSEQUENCES,
  RECORD_DECISION,
  RECORD_VOID,
} from "./decision-records";
import { isTitled } from "./forms";
import { join } from "./labelled-lines";
import { type Add, BY_PLACE, MIN_PLACED, weightOf } from "./learned-statement";
import { REASONED, RULES, SPECIFIC, sentencesOf, VERDICT } from "./sentences";

/** Records of decisions (ADR): what they commit to, what follows, and what was left behind for which reason. */

/** Whether a text is a record of a decision by its sections, and whether its status says that it binds nobody. */
export type DecisionRecord = { is_sure: boolean; is_void: boolean; rationale: string | undefined };

const STATED_STATUS = /^status\s*:\s*/i;

const isRecordPart = ({ title }: Section) => isTitled(title, "record");

/** The record that a section is a part of: its neighbours' where they make one, for a text may hold many; else the text's. */
export function recordAround(section: Section, above: readonly Section[]): DecisionRecord {
  const [root = section, parent = section] = [above[0], above[above.length - 1]];
  const neighbours = parent.sections.filter(({ level }) => level === section.level);
  if (neighbours.some(({ title }) => RECORD_DECISION.test(title)) && neighbours.some(isRecordPart))
    return recordOf(neighbours, 1);
  return recordOf(
    [...sectionsOf(root)].map(([each]) => each),
    2,
  );
}

function recordOf(sections: readonly Section[], min_parts: number): DecisionRecord {
  const parts = new Set(sections.filter(isRecordPart).map(({ title }) => title.toLowerCase()));
  const status = sections.find(({ title }) => /^status$/i.test(title))?.lines[0]?.text;
  const stated = sections.flatMap(({ lines }) => lines).find(({ text }) => STATED_STATUS.test(text))?.text;
  const rationale = sections.find(({ title }) => /^rationale$/i.test(title))?.lines[0]?.text;
  return {
    is_sure: parts.size >= min_parts,
    is_void: RECORD_VOID.test(status ?? stated?.replace(STATED_STATUS, "") ?? ""),
    rationale,
  };
}

/** A paragraph longer than this is several statements. */
const MAX_PARAGRAPH = 320;

/** A record decides no more than this; what comes after is how it is done. */
const MAX_DECIDED = 12;

/** A sentence that introduces a list says something by itself from this length on. */
const MIN_INTRODUCING = 60;

/** What a paragraph states, without the sentence that only introduces what follows. */
function statementsOf({ text }: Pick<Line, "text">): string[] {
  const sentences = sentencesOf(text);
  const last = sentences[sentences.length - 1] ?? "";
  if (/[:：]$/.test(last)) {
    const rest = sentences.slice(0, -1);
    const introducing = last.length < MIN_INTRODUCING ? [] : [last.replace(/[:：]$/, "")];
    return [...rest, ...introducing];
  }
  return text.length <= MAX_PARAGRAPH ? [text] : sentences;
}

/** Says nothing without what stands before it. */
const LEANS =
  /^(?:this|these|those|it|they|also|both|however|based on|to clarify|for example|see|refs?|diese[rs]?|dies|dadurch|esto|cela|isso)\b/i;

const says = (text: string) =>
  !LEANS.test(text) &&
  weightOf(text) >= MIN_PLACED &&
  (COMMITS.test(text) || REASONED.test(text) || SPECIFIC.test(text) || RULES.test(text));

/** "…, because" before a list of the reasons. */
const OPEN_END = /,?\s+because\W*$/i;

const RECORD_NUMBER = /^(?:ADR|RFC)?[-\s#]*\d+\s*[.):—–-]*\s*/i;

/** A title that names the text, and not what was decided: "Session report", "Handoff: phase 2". */
const NAMES_THE_TEXT =
  /^(?:(?:agent|session|sprint|work|progress|status|completion|implementation|task|review|final)\s+){0,2}(?:session|sprint|report|summary|notes?|log|hand-?off|retro(?:spective)?|update|recap|wrap-?up)\b/i;

/** The paragraphs and items of a section; "We rejected it, on these grounds:" and its list are a section of the outline. */
function linesOf(section: Section): Pick<Line, "text" | "item">[] {
  const introduced = section.sections
    .filter(({ level }) => level > 6)
    .flatMap(({ title, lines }) => {
      if (HANGS.test(title)) return lines.map(({ text, item }) => ({ text: `${title} ${text}`, item }));
      return [{ text: `${title}:`, item: null }, ...lines];
    });
  return [...section.lines, ...introduced].filter(({ item }) => item === null || item.depth === 0);
}

/** What the section "Decision" of a record commits to, under the record's title. */
export function records(section: Section, above: readonly Section[], record: DecisionRecord, add: Add): void {
  if (!RECORD_DECISION.test(section.title) || record.is_void) return;
  const title = above.findLast(({ level }) => level === 1 || level === 2)?.title ?? "";
  const named = title.replace(RECORD_NUMBER, "");
  const subject = NAMES_THE_TEXT.test(named) ? "" : named;
  const reasoning = record.rationale;
  const lines = linesOf(section);
  const paragraphs = lines.filter(({ item }) => item === null);
  const decided = paragraphs.flatMap((paragraph, at) =>
    statementsOf(paragraph).filter(
      (text) =>
        CHOSEN_OPTION.test(text) || COMMITS.test(text) || (record.is_sure && (at === 0 || says(text))),
    ),
  );
  for (const [at, text] of decided.slice(0, MAX_DECIDED).entries())
    add("decision", { statement: at === 0 ? join(subject, text.replace(OPEN_END, "")) : text, reasoning });
  // A list after a paragraph that gives no reason for itself is what was decided.
  if (paragraphs.some(({ text }) => /(?:because|since|reasons?|basis)\W*$/i.test(text))) return;
  for (const { text, item } of lines.slice(0, MAX_DECIDED * 2))
    if (item && says(text)) add("decision", { statement: text, reasoning });
}

/** What follows from a decision, in a record of one. */
export function consequences(section: Section, record: DecisionRecord, add: Add): void {
  if (!record.is_sure || record.is_void || !RECORD_CONSEQUENCES.test(section.title)) return;
  const inner = section.sections.flatMap(({ lines }) => lines);
  for (const { text, item } of [...section.lines, ...inner])
    if (
      weightOf(text) >= MIN_PLACED &&
      (item === null || item.depth === 0) &&
      (SPECIFIC.test(text) || FOLLOWS.test(text) || RULES.test(text) || COMMITS.test(text))
    )
      add("decision", { statement: text.replace(SIDE, "") }, BY_PLACE);
}

/** "Good, because …", "(+)", "Positive:" before a consequence. */
const SIDE = /^(?:[+✅❌➕➖]|\([+-]\)|(?:positive|negative|good|bad|neutral)\s*[:,]\s*(?:because\s+)?)\s*/iu;

const FOLLOWS =
  /\b(?:must|need|needs|have to|has to|requires?|will|can no longer|cannot|only|every|each|becomes?|no longer)\b/i;

/** What is said of an option that was left behind: "Rejected — …", "Deferred: …". */
const LEFT_BEHIND =
  /(?:^|[:：]\s*|\s[–—-]\s*)(?:rejected|deferred|discarded|ruled out|not chosen|dismissed|verworfen|abgelehnt|rejetée?|descartad[oa]|rechazad[oa]|rejeitad[oa]|却下|不採用|已拒绝|放弃)(?=[\s:：,.–—-]|$)/iu;

/** "Name: why not" under alternatives that the heading calls rejected, or that a record lists beside its decision. */
const NAMED_REASON = /^[^:：]{3,90}[:：]\s*\S.{11,}/u;

/** Alternatives and why they were left behind. */
export function alternatives(section: Section, record: DecisionRecord, add: Add): void {
  if (!isTitled(section.title, "alternative") || record.is_void) return;
  const are_rejected =
    LEFT_BEHIND.test(section.title.replace(/[()（）]/g, " ")) || /rejected/i.test(section.title);
  for (const { text, item } of section.lines) {
    if (item?.depth !== 0 || weightOf(text) < MIN_PLACED) continue;
    const is_rejected = LEFT_BEHIND.test(text) || VERDICT.test(text);
    if (is_rejected) add("decision", { statement: text }, BY_PLACE);
    else if (are_rejected && NAMED_REASON.test(text))
      add("decision", { statement: `Rejected: ${text}` }, BY_PLACE);
  }
}
