import headings from "./headings.json";

/**
 * The forms by which a text is known to say something that lasts: what headings and labels are called, and how sentences
 * of decision, rule and reason begin. Measured on labelled answers and on sections of public repositories; see
 * docs/sessions.md.
 */

// Labels: what stands before a colon, or is a heading. Numbering and signs before them are allowed.
const NUMBERING = String.raw`(?:\d+(?:\.\d+)*[.):]?\s+)?`;

const SIGN = String.raw`(?:(?:\p{Extended_Pictographic}|\u{FE0F}|\u{200D})+\s*)?`;

const LEAD = new RegExp(`^${SIGN}${NUMBERING}${SIGN}`, "iu");

/** Words before the name of a heading that leave its meaning as it is ("Known limitations", "Critical rules"). */
const BEFORE = [
  "the|my|our|key|main|final|important|technical|design|known|common|current|active|recent|pre-made|critical|core",
  "project|code|coding|engineering|architecture|architectural|development|process|testing|security|general",
  "major|non-negotiable|notable|implementation|operational|repository|repo|git|language|naming|system|team",
].join("|");

const ENGLISH = {
  decision: "(?:architecture |architectural |key |design |technical )?decisions?",
  recommendation: [
    "recommendations?|recommended practices|key (?:points?|takeaways?|learnings?|insights?)|learnings?|takeaways?",
    "lessons?(?: learn(?:ed|t))?(?: for (?:next time|the future))?|what (?:i|we)(?:'ve| have)? learn(?:ed|t)",
    "notes? for (?:the )?(?:future|next time)(?: (?:agents?|sessions?|work|self|maintainers?))?|for (?:the )?future reference",
    "what (?:worked|works)(?: well)?|prevention|preventive measures|how to (?:prevent|avoid) (?:it|this|that)(?: (?:in (?:the )?future|next time|again))?",
    "things to (?:know|remember)|good to know|rules? of thumb|do next time|next time",
  ].join("|"),
  warning: [
    "warnings?|cautions?|anti-?patterns?|avoid|pitfalls?|gotchas?|caveats?|traps?|watch out(?: for)?",
    "what (?:did ?n[o'’]t|did not|does ?n[o'’]t|does not) work|things to avoid|what to avoid|do not do|don[’']ts?",
  ].join("|"),
  limit: "limitations?",
  approach: "(?:solution |design |implementation )?(?:patterns?|approach(?:es)?|solutions?)",
  error: "errors?|issues?|bugs?|problems?|root cause",
  cause: "(?:root )?causes?",
  fix: "solutions?|fix(?:es|ed)?|resolution|resolved by",
  note: "note|important|nb|n\\.b\\.|remember|key insight|key finding",
  what: "what|decision|choice|chosen|we (?:chose|will)",
  why: "why|reason(?:ing|s)?|rationale|because|motivation",
  trade_offs: "trade-?offs?|consequences?|downsides?|cost",
  instead: "instead|do this instead|use instead|better|alternative",
  rule: [
    "(?:house |ground |working )?rules|conventions|guidelines|dos and don[’']ts|must(?: not| never)?|never|forbidden|prohibited",
    "how to work(?: (?:in|on|with) this (?:repo(?:sitory)?|project|codebase))?",
    "working (?:agreements?|in this (?:repo(?:sitory)?|project|codebase))",
  ].join("|"),
  alternative:
    "(?:alternatives?|options|rejected alternatives?)(?: (?:considered|rejected|not (?:chosen|taken)))?|considered (?:options|alternatives)",
  apply:
    "application|appl(?:y|ies)|how to apply|(?:in|for) (?:the )?future|future|going forward|next time|prevention|best practice|practice|rule|guideline",
  record:
    "context|status|consequences|implications|impact|decision drivers|considered options|alternatives?(?: considered)?|rationale|problem(?: statement)?|options considered",
} as const;

export type Form = keyof typeof ENGLISH;

const names = Object.keys(ENGLISH) as Form[];

/** The same names in other languages: see `headings.json`. */
const WORDS = Object.fromEntries(
  names.map((form) => [
    form,
    [ENGLISH[form], ...Object.values(headings.languages).flatMap((forms) => forms[form])].join("|"),
  ]),
) as Record<Form, string>;

const label = (words: string) =>
  new RegExp(String.raw`^${SIGN}${NUMBERING}${SIGN}(?:${words})(?:\s*#?\d+)?\s*(?:[:：]|\s[-–—]\s)\s*`, "iu");

const named = (words: string) =>
  new RegExp(
    String.raw`^(?:(?:${BEFORE})\s+){0,3}(?:${words})(?:\s+(?:made|taken|log))?(?:\s*#?\d+)?$`,
    "iu",
  );

const each = <T>(make: (words: string) => T) =>
  Object.fromEntries(Object.entries(WORDS).map(([name, words]) => [name, make(words)])) as Record<Form, T>;

export const LABELS = each(label);

const NAMES = each(named);

const TITLE_END =
  /\s*(?:[(（][^()（）]{0,60}[)）])?\s*:?\s*(?:(?:\p{Extended_Pictographic}|\u{FE0F}|\u{200D})+\s*)?$/u;

const JOINT = /\s*(?:&|,|\/|\+|\band\b)\s*/i;

/** Forms that keep their meaning beside another one; "Insights and lessons" may be parts of a product. */
const MIXABLE: ReadonlySet<Form> = new Set(["decision", "warning", "limit"]);

/** Nobody calls a section by more than this. */
const MAX_NAME = 120;

export const nameOf = (title: string): string => {
  if (title.length > MAX_NAME) return "";
  return title.replace(LEAD, "").replace(TITLE_END, "");
};

/** Whether a heading is called so, alone or beside something else ("Constraints & Gotchas"). */
export function isTitled(title: string, form: Form): boolean {
  const name = nameOf(title);
  if (NAMES[form].test(name)) return true;
  const parts = name.split(JOINT);
  const is_named = (part: string) => NAMES[form].test(part);
  if (MIXABLE.has(form)) return parts.some(is_named);
  return parts.every(is_named);
}

/** "Decision 2: keep orders immutable" as a heading. */
export const NUMBERED_DECISION = new RegExp(
  String.raw`^${SIGN}${NUMBERING}${SIGN}(?:${WORDS.decision})\s*(?:#?\d+\s*)?(?:[:：]|\s[-–—]\s|[.)])\s*(\S.*)$`,
  "iu",
);

export const BARE_NUMBERED_DECISION = new RegExp(
  String.raw`^${SIGN}${NUMBERING}(?:${WORDS.decision})\s*#?\d+$`,
  "iu",
);

/** Labels that may follow one another on a line: "What: x. Why: y". */
export const INNER_LABEL = new RegExp(
  String.raw`(?<=[.;!?]\s|\s[-–—]\s|[,;]\s)(?=(?:${WORDS.why}|${WORDS.fix}|${WORDS.trade_offs}|${WORDS.instead})\s*[:：])`,
  "iu",
);

/** "Avoid …" and ⚠️ warn without a colon too. */
export const BARE_WARNING = /^(?:⚠️?\s*|avoid\s+(?!it\b|this\b|that\b))/iu;

export const WARNING_SIGN = /^⚠️?\s*/u;
