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

const WORDS = {
  decision: "(?:architecture |architectural |key |design |technical )?decisions?",
  recommendation:
    "recommendations?|recommended practices|key (?:points?|takeaways?|learnings?|insights?)|learnings?|lessons?(?: learned)?|takeaways?",
  warning: "warnings?|cautions?|anti-?patterns?|avoid|pitfalls?|gotchas?|caveats?",
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
} as const;
export type Form = keyof typeof WORDS;

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
const TITLE_END = /\s*:?\s*(?:(?:\p{Extended_Pictographic}|\u{FE0F}|\u{200D})+\s*)?$/u;
const JOINT = /\s*(?:&|,|\/|\+|\band\b)\s*/i;

/** Forms that keep their meaning beside another one; "Insights and lessons" may be parts of a product. */
const MIXABLE: ReadonlySet<Form> = new Set(["decision", "warning", "limit"]);
/** Nobody calls a section by more than this. */
const MAX_NAME = 120;
const nameOf = (title: string): string =>
  title.length > MAX_NAME ? "" : title.replace(LEAD, "").replace(TITLE_END, "");

/** Whether a heading is called so, alone or beside something else ("Constraints & Gotchas"). */
export function isTitled(title: string, form: Form): boolean {
  const name = nameOf(title);
  if (NAMES[form].test(name)) return true;
  const parts = name.split(JOINT);
  const is_named = (part: string) => NAMES[form].test(part);
  return MIXABLE.has(form) ? parts.some(is_named) : parts.every(is_named);
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

// Records of decisions -------------------------------------------------------------------------------------------

/** The section of a decision record that holds the decision (Nygard; MADR calls it "Decision Outcome"). */
export const RECORD_DECISION = /^(?:\d+[.)]?\s+)?(?:decision(?: outcome)?|d[ée]cision|entscheidung)\s*:?$/i;
/** Its other sections, by which a decision record is known. */
export const RECORD_PART =
  /^(?:context|status|consequences|decision drivers|considered options|alternatives?|rationale|problem statement)\b/i;
/** A record that binds nobody: not decided yet, or no more. */
export const RECORD_VOID =
  /^\W*(?:rejected|superseded|deprecated|proposed|draft|pending|withdrawn|obsolete)\b/i;
export const CHOSEN_OPTION = /^chosen (?:option|alternative|solution)\s*:\s*/i;

/** What commits: "we decided", "X will be …", or an order at the beginning. */
export const COMMITS = new RegExp(
  [
    String.raw`\b(?:we|i|the (?:team|project))(?:'ve| have| had)?\s+(?:\P{L}+|\w+ly\s+)?(?:decided|chose|chosen|opted|settled|agreed|rejected|went with|picked|adopted)\b`,
    String.raw`\b(?:will|shall|must)\s+\w|\bwe (?:also |now )*(?:use|keep|write|store)\b`,
    String.raw`^(?:use|keep|adopt|implement(?:ed)?|write|store|do not|don't|never|always|introduce|distinguish|pick|prefer|switch|replace|move|split|make|decided|drop|remove|run|require|host|treat|build|separate)\b`,
  ].join("|"),
  "iu",
);

// Sentences ------------------------------------------------------------------------------------------------------

/** What gives a reason, a purpose or the alternative left behind. */
export const REASONED =
  /\b(?:because|since|so that|due to|in order to|to (?:avoid|prevent|keep|ensure|allow|enable|reduce|support|make|balance|separate|minimi[sz]e|maximi[sz]e|simplify|preserve|leverage|improve)|instead of|rather than|not the|over the|required (?:for|by)|minimum for|needed (?:for|by)|as it|as they|for (?:performance|compatibility|flexibility|simplicity|consistency|speed|security|safety))\b|\s[—–]\s\S|→|\((?:same|different|not|no|because|since)\b/i;

/** "Rejected because …", "Chosen over …": a verdict on what the heading names. */
export const VERDICT =
  /^(?:rejected|chosen|selected|preferred|discarded|not chosen|ruled out)\s+(?:because|since|as|for|over|due to)\b/i;
/** "Wails wins because …", "we chose X over Y because …". */
export const DECIDED =
  /\b(?:wins? because|won because|(?:we|i|team)(?:'ve| have)? (?:chose|decided (?:to|on|against)|opted (?:for|to)|settled on|went with|picked|switched (?:to|from))|decided to (?:use|pivot|switch|keep|drop|move|adopt))\b/i;

/** Orders in capitals, as rules for agents are written. */
export const ORDERS = /\b(?:NEVER|MUST(?: NOT)?|DO NOT|Do NOT|do NOT|ALWAYS|SHALL(?: NOT)?)\b/;
export const FORBIDS = /\b(?:NEVER|MUST NOT|DO NOT|Do NOT|do NOT|SHALL NOT)\b/;
/** What a rule's sentence says or begins with. */
export const RULES =
  /\b(?:must|never|always|only|should|shall|do not|don.t|required?|forbidden|prohibit\w*|not allowed|may not|cannot|mandatory|no)\b|^(?:use|keep|follow|write|run|put|add|prefer|target|validate|respect|commit|avoid|reference|link|close|update|include|call|pass|set|treat|store|return|import|test|check|document|name|start|read|make)\b/i;
/** What makes a statement about something: code, a number, a name, a path, an identifier. */
export const SPECIFIC = /`[^`]+`|\d|\b[a-z]+[A-Z]\w*|\b\w+_\w+|\w\/\w|\b[A-Z]{2,}\b|(?<=[a-z,;] )[A-Z][a-z]+/;
/** "Use `yarn` (not npm)": an order at the beginning, with what it is set against or why. */
export const PREFERS =
  /^(?:use|prefer|always|never|do not|don't|keep|run)\b(?=.*`)(?=.*(?:\b(?:not|never|instead of|rather than|only|because|so that|to avoid|otherwise|unless)\b))/i;
/** What goes wrong, and under which condition: the words in which traps are told. */
export const TRAPS =
  /\b(?:silently|(?:won't|will not|doesn't|does not|don't|do not|cannot|can't) (?:work|run|compile|build|start|load|apply|match|fire)\b.*\b(?:if|when|unless|with|without|on|in|because|until)|should not be (?:used|called|set|run|imported)|(?:breaks?|fails?|crashes|hangs|deadlocks) (?:when|if|with|unless|because)|refuses (?:to|an?|the)|or (?:else )?(?:the|it|they|you)\b.{0,60}\bwill (?:be wrong|break|fail|be lost)|otherwise (?:it|the|they|you)\b)/i;
/** Headings over what somebody found by looking. */
export const FOUND = /\b(?:findings|observations|discoveries)(?:\s+worth\s+\w+)?\W*$/i;
/** Headings under which a text tells what it did, offers or plans: nothing there is a rule or a trap. */
export const TELLS_NEWS =
  /\b(?:features?|added|changed|fixed|removed|what.s new|change ?log|next steps|to ?do|tests?|testing|examples?|usage|installation|getting started|license|status|progress|timeline|known issues|problem statement|context|alternatives|considered)\b/i;
/** Headings of parts of a system, whose named bullets say how it is built. */
export const BUILT =
  /\b(?:strateg(?:y|ies)|architecture|breakdown|data flow|error handling|handling|internals|how it works|(?:key )?implementation details|design|components?)$/i;
/** Headings of rules, by their last word. */
const RULES_TITLE =
  /^(?:[\w/&-]+\s+){0,4}(?:rules|conventions|guidelines|constraints|invariants|guard-?rails|policies)\s*(?:\([^)]*\))?$|^(?:\w+\s+)?policy$/i;
export const isOfRules = (title: string): boolean => RULES_TITLE.test(nameOf(title));
/** Under such a heading nothing is settled. */
export const UNSETTLED =
  /\b(?:pending|open|to be (?:made|decided)|tbd|next steps|questions?|blockers?|considered)\b/i;
/** "Name: what it does", the bullets of such a heading. */
export const NAMED_PART = /^[\p{L}\d`'"][^:.!?]{1,60}(?::|\s[–—-])\s\S/u;
