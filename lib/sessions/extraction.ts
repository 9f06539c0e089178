import { allLines, flatten, type Line, outline, type Section, sectionsOf } from "./outline";

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
  /** True when the learning asks for global scope; whether it gets it is decided where it is stored. */
  wants_global: boolean;
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

const GLOBAL_CONFIDENCE = 0.85;
const MIN_CHARACTERS: Record<LearningType, number> = {
  decision: 12,
  recommendation: 21,
  warning: 20,
  approach: 30,
  error_solution: 20,
};
const MAX_CHARACTERS = 2_000;
/** An answer longer than this is read at both its ends: plans stand at the beginning, conclusions at the end. */
const MAX_INPUT = 200_000;
const MAX_LEARNINGS = 50;

// Labels: what stands before a colon, or is a heading. Numbering and signs before them are allowed.
const NUMBERING = String.raw`(?:\d+(?:\.\d+)*[.):]?\s+)?`;
const SIGN = String.raw`(?:[\p{Extended_Pictographic}\u{FE0F}\u{200D}]+\s*)?`;
const label = (words: string) =>
  new RegExp(String.raw`^${SIGN}${NUMBERING}${SIGN}(?:${words})(?:\s*#?\d+)?\s*(?:[:：]|\s[-–—]\s)\s*`, "iu");
const heading = (words: string) =>
  new RegExp(
    String.raw`^${SIGN}${NUMBERING}${SIGN}(?:(?:the|my|our|key|main|final|important|technical|design)\s+)?(?:${words})(?:\s+(?:made|taken))?(?:\s*#?\d+)?\s*:?\s*(?:[\p{Extended_Pictographic}\u{FE0F}\u{200D}]+\s*)?$`,
    "iu",
  );

const WORDS = {
  decision: "(?:architecture |architectural |key |design |technical )?decisions?",
  recommendation:
    "recommendations?|recommended practices|key (?:points?|takeaways?|learnings?|insights?)|learnings?|lessons? learned|takeaways?",
  warning: "warnings?|cautions?|anti-?patterns?|avoid|pitfalls?|gotchas?|caveats?",
  approach: "(?:solution |design |implementation )?(?:patterns?|approach(?:es)?|solutions?)",
  error: "errors?|issues?|bugs?|problems?|root cause",
  fix: "solutions?|fix(?:es|ed)?|resolution|resolved by",
  what: "what|decision|choice|chosen|we (?:chose|will)",
  why: "why|reason(?:ing|s)?|rationale|because|motivation",
  trade_offs: "trade-?offs?|consequences?|downsides?|cost",
  instead: "instead|do this instead|use instead|better|alternative",
} as const;
const LABELS = Object.fromEntries(
  Object.entries(WORDS).map(([name, words]) => [name, label(words)]),
) as Record<keyof typeof WORDS, RegExp>;
const HEADINGS = Object.fromEntries(
  Object.entries(WORDS).map(([name, words]) => [name, heading(words)]),
) as Record<keyof typeof WORDS, RegExp>;
/** "Avoid …" and ⚠️ warn without a colon too. */
const BARE_WARNING = /^(?:⚠️?\s*|avoid\s+(?!it\b|this\b|that\b))/iu;
const WARNING_SIGN = /^⚠️?\s*/u;
/** "Decision 2: keep orders immutable" as a heading. */
const NUMBERED_DECISION = new RegExp(
  String.raw`^${SIGN}${NUMBERING}${SIGN}(?:${WORDS.decision})\s*(?:#?\d+\s*)?(?:[:：]|\s[-–—]\s|[.)])\s*(\S.*)$`,
  "iu",
);
const BARE_NUMBERED_DECISION = new RegExp(
  String.raw`^${SIGN}${NUMBERING}(?:${WORDS.decision})\s*#?\d+$`,
  "iu",
);
/** Labels that may follow one another on a line: "What: x. Why: y". */
const INNER_LABEL = new RegExp(
  String.raw`(?<=[.;!?]\s|\s[-–—]\s|[,;]\s)(?=(?:${WORDS.why}|${WORDS.fix}|${WORDS.trade_offs}|${WORDS.instead})\s*[:：])`,
  "iu",
);

/**
 * The learnings in an agent's answer, surest first within a form, at most 50. Nothing is thrown for any text.
 */
export function extractLearnings({ text, agent_type, category, injected = [] }: Output): Learning[] {
  const root = outline(ends(text));
  const told = injected.map(shingles).filter((set) => set.size > 0);
  const found: Learning[] = [];
  const add = (type: LearningType, parts: Parts) => {
    const learning = learningOf(type, parts, { category, told, confidence: CONFIDENCE[type] });
    if (learning) found.push(learning);
  };

  for (const [section, above] of sectionsOf(root)) {
    decisions(section, above, add);
    recommendations(section, add);
    warnings(section, add);
    if (APPROACH_AUTHORS.has(agent_type)) approaches(section, above, add);
    if (ERROR_AUTHORS.has(agent_type)) errors(section, add);
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
  given: { category: string; told: readonly ReadonlySet<string>[]; confidence: number },
): Learning | null {
  const statement = tidy(parts.statement);
  if (statement.length < MIN_CHARACTERS[type] || passes(statement)) return null;
  if (given.told.some((set) => isRepeated(statement, set))) return null;
  const confidence = Math.min(given.confidence, CONFIDENCE[type]);
  return {
    type,
    kind: KIND[type],
    statement: cut(statement),
    reasoning: parts.reasoning ? cut(tidy(parts.reasoning)) : null,
    metadata: metadataOf(parts),
    category: type === "error_solution" ? "error_handling" : given.category,
    confidence,
    wants_global: (type === "warning" || type === "error_solution") && confidence >= GLOBAL_CONFIDENCE,
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
type Add = (type: LearningType, parts: Parts) => void;

/** A numbered decision with its What and Why: a section of its own, or an item of a section of decisions. */
function decisions(section: Section, above: readonly Section[], add: Add): void {
  const title = section.title;
  const named = NUMBERED_DECISION.exec(title)?.[1];
  const isOne = named !== undefined || BARE_NUMBERED_DECISION.test(title);
  const inDecisions = HEADINGS.decision.test(above[above.length - 1]?.title ?? "");
  if (isOne || (inDecisions && /^\d/.test(title))) {
    const parts = labelled([...allLines(section)]);
    const statement = join(named ?? title.replace(/^\d+[.)]?\s*/, ""), parts.what);
    if (parts.what !== undefined || parts.why !== undefined)
      add("decision", { statement, reasoning: parts.why, trade_offs: parts.trade_offs });
    return;
  }
  const listed = HEADINGS.decision.test(title);
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

/** Bullets under Recommendations, Key points, Learnings. */
function recommendations(section: Section, add: Add): void {
  if (!HEADINGS.recommendation.test(section.title)) return;
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
  const listed = HEADINGS.warning.test(section.title);
  const avoided = /avoid/i.test(section.title);
  for (const line of flatten(section.lines)) {
    const [head = "", ...rest] = line.text.split(INNER_LABEL);
    const isLabelled = LABELS.warning.test(head);
    if (!isLabelled && !BARE_WARNING.test(head) && !(listed && line.item?.depth === 0)) continue;
    const parts = labelled([...rest.map(asLine), ...flatten(line.below)]);
    const said = isLabelled && !/^avoid\b/i.test(head) ? head.replace(LABELS.warning, "") : head;
    const plain = said.replace(WARNING_SIGN, "");
    add("warning", {
      statement: avoided && !/\b(?:avoid|never|don.t|do not|not)\b/i.test(plain) ? `Avoid: ${plain}` : plain,
      reasoning: parts.why,
      instead: parts.instead ?? parts.fix,
    });
  }
}

/** How something was built: a labelled line, or the first paragraph of a section of that name. */
function approaches(section: Section, above: readonly Section[], add: Add): void {
  // A solution beside an error is the error's.
  const mends = [section, ...above].some(
    ({ title }) => LABELS.error.test(title) || HEADINGS.error.test(title),
  );
  const lines = [...flatten(section.lines)];
  if (mends || lines.some(({ text }) => LABELS.error.test(text))) return;
  const [first] = section.lines;
  if (HEADINGS.approach.test(section.title) && first && !LABELS.approach.test(first.text)) {
    const items = section.lines.filter(({ item }) => item !== null);
    for (const line of items.length > 0 ? items : [first])
      add("approach", { statement: line.text, reasoning: labelled([...flatten(line.below)]).why });
  }
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
    const fix = HEADINGS.fix.test(inner.title) ? [...allLines(inner)][0]?.text : undefined;
    const [said] = section.lines;
    const told = titled ?? (HEADINGS.error.test(section.title) ? said?.text : undefined);
    if (fix && told) pair(told, fix, why, add);
  }
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
  const given = { error, solution, instead, trade_offs };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value ? [[name, cut(tidy(value))]] : [])),
  );
}

// What passes with the day -------------------------------------------------------------------------------------

const STATUS =
  /^(?:(?:i|we)(?:'ve| have|'m| am| was| will|'ll)?\s+(?:now\s+|just\s+|also\s+|successfully\s+)?(?:added|created|updated|implemented|fixed|removed|renamed|refactored|ran|run|tested|committed|pushed|checked|verified|completed|finished|working|going|starting|reading|looking)|(?:successfully\s+)?(?:added|created|updated|implemented|fixed|removed|renamed|refactored|ran|completed|finished|committed|merged|done|in progress|working on|started|starting|next steps?|now (?:i|we)|let me)\b)/i;
const FILE_ENTRY =
  /^`?(?:[\w@.-]+\/)*[\w@.-]+\.\w{1,8}`?(?::\d+(?:[-–]\d+)?)?\s*(?:\([^)]*\)|[-–—:]\s*.{0,30})?$/;
const TEST_OUTPUT =
  /^(?:✓|✔|✗|✘|×|PASS|FAIL|ok \d|not ok \d|=+ )|\b\d+\s+(?:tests?|specs?|suites?|assertions?)?\s*(?:passed|failed|passing|failing|skipped)\b|\ball tests (?:pass|are passing|passed)\b|\bcoverage:? \d/i;
const TEMPORARY =
  /\b(?:todo|fixme|xxx|wip)\b|\b(?:for now|temporar(?:y|ily)|work-?arounds?|quick fix|stop-?gap|hack(?:y|ed)?)\b|\b(?:today|yesterday|tomorrow|this (?:pr|pull request|branch|commit|session|ticket|sprint|week|morning|task|run)|in (?:the|a) (?:next|follow-up) (?:pr|commit|session|sprint))\b/i;
const GENERIC =
  /^(?:please\s+|always\s+|make sure (?:to|you)\s+|be sure to\s+|remember to\s+|try to\s+|it is important to\s+)?(?:follow|write|use|keep|add|improve|consider|ensure|maintain|avoid|review|test|document|refactor|think|be|do|have|make|increase|monitor)\b.*\b(?:best practices?|clean|good|quality|readab\w+|maintainab\w+|document\w*|comments?|tests?|testing|coverage|performance|security|error handling|edge cases|logging|reviews?|simple|consisten\w+|careful|naming|bugs?|things?|code)\b/i;
/** What makes a statement about something: code, a number, a name, a path, an identifier. */
const SPECIFIC = /`[^`]+`|\d|\b[a-z]+[A-Z]\w*|\b\w+_\w+|\w\/\w|\b[A-Z]{2,}\b|(?<=[a-z,;] )[A-Z][a-z]+/;

/** True for what is no durable knowledge: status, listings, test output, questions, generalities, temporary context. */
export function passes(statement: string): boolean {
  return (
    STATUS.test(statement) ||
    FILE_ENTRY.test(statement) ||
    TEST_OUTPUT.test(statement) ||
    TEMPORARY.test(statement) ||
    /\?$/.test(statement) ||
    (GENERIC.test(statement) && statement.length < 80 && !SPECIFIC.test(statement))
  );
}

// Repeats --------------------------------------------------------------------------------------------------------

const SHINGLE = 4;
const REPEATED_SHARE = 0.8;

export const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Runs of four words, by which a text is known again through other markup and small changes (Broder 1997). */
export function shingles(text: string): Set<string> {
  const words = wordsOf(text);
  const runs = new Set<string>();
  for (let at = 0; at + SHINGLE <= words.length; at++) runs.add(words.slice(at, at + SHINGLE).join(" "));
  return runs;
}

function isRepeated(statement: string, known: ReadonlySet<string>): boolean {
  const runs = shingles(statement);
  if (runs.size === 0) return false;
  const repeated = [...runs].filter((run) => known.has(run)).length;
  return repeated / runs.size >= REPEATED_SHARE;
}

/** Of learnings that say the same, the surest. */
function withoutRepeats(found: readonly Learning[]): Learning[] {
  const best = new Map<string, Learning>();
  for (const learning of found) {
    const key = wordsOf(learning.statement).join(" ");
    const other = best.get(key);
    if (!other || other.confidence < learning.confidence) best.set(key, learning);
  }
  return [...best.values()];
}

const tidy = (text: string) => text.replace(/\s+/g, " ").replace(/^[\s:–—-]+|\s+$/g, "");

/** At most 2,000 characters, cut where a word ends. */
function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS - 1).replace(/\s+\S*$/, "")}…`;
}

function ends(text: string): string {
  if (text.length <= MAX_INPUT) return text;
  return `${text.slice(0, MAX_INPUT / 2)}\n\n${text.slice(-MAX_INPUT / 2)}`;
}
