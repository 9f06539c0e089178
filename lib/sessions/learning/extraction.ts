import { HANGS, passes } from "../hooks/ephemeral";
import { CHOSEN_OPTION, COMMITS, RECORD_DECISION, RECORD_PART, RECORD_VOID } from "./decision-records";
import {
  BARE_NUMBERED_DECISION,
  BARE_WARNING,
  INNER_LABEL,
  isTitled,
  LABELS,
  NUMBERED_DECISION,
  WARNING_SIGN,
} from "./forms";
import { allLines, flatten, type Line, outline, type Section, sectionsOf } from "./outline";
import { cut, ends, isRepeated, shingles, tidy, withoutRepeats } from "./repeats";
import {
  BUILT,
  DECIDED,
  FORBIDS,
  FOUND,
  isOfRules,
  NAMED_PART,
  ORDERS,
  PREFERS,
  REASONED,
  RULES,
  SPECIFIC,
  TELLS_NEWS,
  TRAPS,
  UNSETTLED,
  VERDICT,
} from "./sentences";

/**
 * What an agent's answer teaches, found without a language model: by the forms in which agents write down what they
 * decided, recommend, warn of, built on and mended. Precision comes first: a memory that says nothing is worse than none,
 * so text must stand in one of the forms, be long enough to say something, and be none of what passes with the day.
 */

export const LEARNING_TYPES = [
  "decision",
  "recommendation",
  "warning",
  "approach",
  "error_solution",
] as const;

export type LearningType = (typeof LEARNING_TYPES)[number];

export type Learning = {
  type: LearningType;
  kind: "decision" | "procedure" | "anti_pattern" | "error_solution";
  /** One statement without markup; inline code keeps its backticks. */
  statement: string;
  /** Why, in the author's words; null when nothing says so. */
  reasoning: string | null;
  /** The typed metadata of the kind. */
  metadata: { error?: string; solution?: string; instead?: string; trade_offs?: string };
  category: string;
  /** 0–1: how surely the form tells a learning. */
  confidence: number;
};

export type Output = {
  text: string;
  agent_type: string;
  /** The task category of what is learned; errors have one of their own. */
  category: string;
  /** Texts that were given to the agent as memory: what only repeats them is not learned again. */
  injected?: readonly string[] | undefined;
};

const CONFIDENCE: Record<LearningType, number> = {
  decision: 0.8,
  recommendation: 0.7,
  warning: 0.85,
  approach: 0.75,
  error_solution: 0.9,
};

const KIND = {
  decision: "decision",
  recommendation: "procedure",
  warning: "anti_pattern",
  approach: "procedure",
  error_solution: "error_solution",
} as const satisfies Record<LearningType, Learning["kind"]>;

/** Families that only some trades write in a way that can be trusted. */
const APPROACH_AUTHORS: ReadonlySet<string> = new Set(["builder", "architect"]);

export const ERROR_AUTHORS: ReadonlySet<string> = new Set(["fix-agent", "reviewer", "tester"]);

/** Of what its place or its sentence tells, without a label of its own. */
const BY_PLACE = 0.7;

const MIN_CHARACTERS: Record<LearningType, number> = {
  decision: 12,
  recommendation: 21,
  warning: 20,
  approach: 30,
  error_solution: 20,
};

const MAX_LEARNINGS = 50;

/**
 * The learnings in an agent's answer, surest first within a form, at most 50. Nothing is thrown for any text.
 */
export function extractLearnings({ text, agent_type, category, injected = [] }: Output): Learning[] {
  const root = outline(ends(text));
  const told = injected.map(shingles).filter((set) => set.size > 0);
  const found: Learning[] = [];
  const add: Add = (type, parts, confidence = CONFIDENCE[type]) => {
    const learning = learningOf(type, parts, { category, told, confidence });
    if (learning) found.push(learning);
  };

  const record = recordOf(root);
  for (const [section, above] of sectionsOf(root)) {
    decisions(section, above, add);
    records(section, above, record, add);
    choices(section, above, record, add);
    recommendations(section, add);
    rules(section, above, add);
    warnings(section, add);
    findings(section, agent_type, add);
    if (APPROACH_AUTHORS.has(agent_type)) approaches(section, above, add);
    if (!ERROR_AUTHORS.has(agent_type)) continue;
    errors(section, add);
    causes(section, add);
  }
  return withoutRepeats(found).slice(0, MAX_LEARNINGS);
}

/**
 * A learning, whoever found it; null for what is too short, passes with the day, or only repeats what was told
 * (`shingles` of each text). The confidence is at most that of the type.
 */
export function learningOf(
  type: LearningType,
  parts: Parts,
  params: { category: string; told: readonly ReadonlySet<string>[]; confidence: number },
): Learning | null {
  const statement = tidy(parts.statement);
  if (statement.length < MIN_CHARACTERS[type] || passes(statement)) return null;
  if (params.told.some((set) => isRepeated(statement, set))) return null;
  const confidence = Math.min(params.confidence, CONFIDENCE[type]);
  return {
    type,
    kind: KIND[type],
    statement: cut(statement),
    reasoning: parts.reasoning ? cut(tidy(parts.reasoning)) : null,
    metadata: metadataOf(parts),
    category: type === "error_solution" ? "error_handling" : params.category,
    confidence,
  };
}

export type Parts = {
  statement: string;
  reasoning?: string | undefined;
  instead?: string | undefined;
  trade_offs?: string | undefined;
  error?: string | undefined;
  solution?: string | undefined;
};

type Add = (type: LearningType, parts: Parts, confidence?: number) => void;

/** A numbered decision with its What and Why: a section of its own, or an item of a section of decisions. */
function decisions(section: Section, above: readonly Section[], add: Add): void {
  const title = section.title;
  const named = NUMBERED_DECISION.exec(title)?.[1];
  const isOne = named !== undefined || BARE_NUMBERED_DECISION.test(title);
  const inDecisions = isTitled(above[above.length - 1]?.title ?? "", "decision");
  if (isOne || (inDecisions && /^\d/.test(title))) {
    const parts = labelled([...allLines(section)]);
    const statement = join(named ?? title.replace(/^\d+[.)]?\s*/, ""), parts.what);
    if (parts.what !== undefined || parts.why !== undefined)
      add("decision", { statement, reasoning: parts.why, trade_offs: parts.trade_offs });
    return;
  }
  const listed = isTitled(title, "decision");
  for (const line of flatten(section.lines)) {
    const [head = "", ...rest] = line.text.split(INNER_LABEL);
    const own = LABELS.decision.test(head) ? head.replace(LABELS.decision, "") : undefined;
    if (own === undefined && !(listed && line.item?.ordered && line.item.depth === 0)) continue;
    const parts = labelled([
      ...rest.map(asLine),
      ...flatten(line.below),
      ...(own ? after(section, line) : []),
    ]);
    const statement = join((own ?? head).replace(LABELS.what, ""), parts.what);
    if (parts.what !== undefined || parts.why !== undefined)
      add("decision", { statement, reasoning: parts.why, trade_offs: parts.trade_offs });
  }
}

/** The records of decisions (ADR): what their section "Decision" commits to, under the record's title. */
function records(section: Section, above: readonly Section[], record: DecisionRecord, add: Add): void {
  if (!RECORD_DECISION.test(section.title) || record.is_void) return;
  const subject = (above.findLast(({ level }) => level === 1 || level === 2)?.title ?? "").replace(
    RECORD_NUMBER,
    "",
  );
  const reasoning = record.rationale;
  // "We rejected it, on these grounds:" and its list are a section of their own in the outline.
  const introduced = section.sections
    .filter(({ level }) => level > 6)
    .flatMap(({ title, lines }) =>
      HANGS.test(title)
        ? lines.map(({ text, item }) => ({ text: `${title} ${text}`, item }))
        : [{ text: title, item: null }],
    );
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

function recordOf(root: Section): DecisionRecord {
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
function choices(section: Section, above: readonly Section[], record: DecisionRecord, add: Add): void {
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

/** Bullets under Rules, Conventions, Constraints; orders in capitals; what is labelled as a note. */
function rules(section: Section, above: readonly Section[], add: Add): void {
  const listed =
    [section, ...above].some(({ title }) => isOfRules(title)) && !isTitled(section.title, "warning");
  const news = [section, ...above].some(({ title }) => TELLS_NEWS.test(title));
  for (const line of flatten(section.lines)) {
    const { text, item } = line;
    const is_rule =
      listed && item?.depth === 0 && (SPECIFIC.test(text) || (text.length >= MIN_RULE && RULES.test(text)));
    const is_order =
      (ORDERS.test(text) && !/RFC ?2119/.test(text)) ||
      (item !== null && (OBLIGES.test(text) || PREFERS.test(text)));
    const note = LABELS.note.test(text) ? text.replace(LABELS.note, "") : undefined;
    if (text.length < MIN_PLACED || LABELS.warning.test(text)) continue;
    if (is_rule || is_order)
      add(FORBIDS.test(text) ? "warning" : "recommendation", { statement: note ?? text }, BY_PLACE);
    else if (note && SPECIFIC.test(note)) add("recommendation", { statement: note }, BY_PLACE);
    else if (!news && text.length >= MIN_TRAP && TRAPS.test(text) && SPECIFIC.test(text))
      add("warning", { statement: text }, BY_PLACE);
  }
}

const OBLIGES = /\bshall\s+\w/i;

/** A rule that names nothing says at least this much. */
const MIN_RULE = 40;

const MIN_TRAP = 50;

/** What is learned for its place alone says at least this much. */
const MIN_PLACED = 25;

/** Bullets under Recommendations, Key points, Learnings. */
function recommendations(section: Section, add: Add): void {
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
function warnings(section: Section, add: Add): void {
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
function findings(section: Section, agent_type: string, add: Add): void {
  if (!FOUND.test(section.title)) return;
  const type = ERROR_AUTHORS.has(agent_type) ? "warning" : "recommendation";
  for (const { text, item } of section.lines)
    if (item?.depth === 0 && text.length >= MIN_TRAP && SPECIFIC.test(text))
      add(type, { statement: text }, BY_PLACE);
}

/** How something was built: a labelled line, or the first paragraph of a section of that name. */
function approaches(section: Section, above: readonly Section[], add: Add): void {
  // A solution beside an error is the error's.
  const mends = [section, ...above].some(({ title }) => LABELS.error.test(title) || isTitled(title, "error"));
  const lines = [...flatten(section.lines)];
  if (mends || lines.some(({ text }) => LABELS.error.test(text))) return;
  const [first] = section.lines;
  if (isTitled(section.title, "approach") && first && !LABELS.approach.test(first.text)) {
    const items = section.lines.filter(({ item }) => item !== null);
    const told =
      items.length > 0 ? items : [first].filter(({ text }) => SPECIFIC.test(text) || REASONED.test(text));
    for (const line of told)
      add("approach", { statement: line.text, reasoning: labelled([...flatten(line.below)]).why });
  }
  if (BUILT.test(section.title))
    for (const { text, item } of section.lines)
      if (item?.depth === 0 && NAMED_PART.test(text) && SPECIFIC.test(text))
        add("approach", { statement: text }, BY_PLACE);
  for (const line of lines) {
    const [head = "", ...rest] = line.text.split(INNER_LABEL);
    if (!LABELS.approach.test(head)) continue;
    const parts = labelled([...rest.map(asLine), ...flatten(line.below)]);
    add("approach", { statement: head.replace(LABELS.approach, ""), reasoning: parts.why });
  }
}

/** An error with its fix: labels on one line, on neighbouring lines, in one item, or a section with both. */
function errors(section: Section, add: Add): void {
  const titled = LABELS.error.test(section.title) ? section.title.replace(LABELS.error, "") : undefined;
  const lines = [...flatten(section.lines)].flatMap(({ text }) => text.split(INNER_LABEL));
  let error = titled;
  let why: string | undefined;
  for (const line of lines) {
    if (LABELS.error.test(line)) {
      error = line.replace(LABELS.error, "");
      why = undefined;
    } else if (LABELS.why.test(line)) why = line.replace(LABELS.why, "");
    else if (LABELS.fix.test(line) && error) {
      const solution = line.replace(LABELS.fix, "");
      pair(error, solution, why, add);
      error = undefined;
    }
  }
  // "### Error: …" whose fix is a section below it.
  for (const inner of section.sections) {
    const fix = isTitled(inner.title, "fix") ? [...allLines(inner)][0]?.text : undefined;
    const [said] = section.lines;
    const told = titled ?? error ?? (isTitled(section.title, "error") ? said?.text : undefined);
    if (fix && told) pair(told, fix, why, add);
  }
}

/** "### Text has no paragraphs" with its cause, and what helps: the line after it, else the cause itself. */
function causes(section: Section, add: Add): void {
  const lines = [...flatten(section.lines)].map(({ text }) => text);
  const at = lines.findIndex((line) => LABELS.cause.test(line));
  const is_told = lines.some(
    (line, other) => other !== at && (LABELS.error.test(line) || LABELS.fix.test(line)),
  );
  const is_mended = section.sections.some(({ title }) => isTitled(title, "fix"));
  if (at < 0 || is_told || is_mended || section.level === 0) return;
  const cause = (lines[at] ?? "").replace(LABELS.cause, "");
  pair(section.title.replace(LABELS.error, ""), lines[at + 1] ?? cause, cause, add);
}

function pair(error: string, solution: string, reasoning: string | undefined, add: Add): void {
  if (tidy(error).length < 8 || tidy(solution).length < 8) return;
  add("error_solution", { statement: `${tidy(error)} → ${tidy(solution)}`, error, solution, reasoning });
}

type Labelled = Partial<Record<"what" | "why" | "trade_offs" | "instead" | "fix" | "plain", string>>;

/** What the lines say by their labels, the first of each; `plain` is what the first of them says without a label. */
function labelled(lines: readonly Pick<Line, "text">[]): Labelled {
  const parts: Labelled = {};
  for (const { text } of lines.flatMap((line) => line.text.split(INNER_LABEL)).map(asLine)) {
    const name = (["what", "why", "trade_offs", "instead", "fix"] as const).find((it) =>
      LABELS[it].test(text),
    );
    if (name) parts[name] ??= text.replace(LABELS[name], "");
    else parts.plain ??= text;
  }
  return parts;
}

const asLine = (text: string) => ({ text });

/** The lines of a section between this one and the next that is labelled as a decision. */
function after(section: Section, line: Line): Line[] {
  const lines = [...flatten(section.lines)];
  const rest = lines.slice(lines.indexOf(line) + 1);
  const end = rest.findIndex(({ text }) => LABELS.decision.test(text));
  return end < 0 ? rest : rest.slice(0, end);
}

/** A title and what is said under it as one statement; the title alone when the rest repeats it. */
function join(title: string, rest: string | undefined): string {
  const [a, b] = [tidy(title), tidy(rest ?? "")];
  if (a === "" || b.toLowerCase().startsWith(a.toLowerCase())) return b === "" ? a : b;
  if (b === "") return a;
  return /[.!?:]$/.test(a) ? `${a} ${b}` : `${a}: ${b}`;
}

function metadataOf({ error, solution, instead, trade_offs }: Parts): Learning["metadata"] {
  const fields = { error, solution, instead, trade_offs };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value ? [[name, cut(tidy(value))]] : [])),
  );
}
