import { createHash } from "node:crypto";
import { choicesIn, clausesOf, FILLERS, NEGATORS, readAs, singular, wordsOf } from "./words";

export const CONTRADICTION_RULES = ["directive", "negation", "choice", "value", "version"] as const;
export type ContradictionRule = (typeof CONTRADICTION_RULES)[number];

/**
 * Something that a statement says of a subject. Two claims with the same key and sides that differ cannot both hold
 * (`sidesOppose`): "use X" and "never use X", a timeout of 30 s and one of 60 s.
 */
export type Claim = {
  key: string;
  side: string;
  rule: ContradictionRule;
  /** The subject in the statement's own words. */
  subject: string;
};

/** Changes with the rules, so that what was read by older ones is read again. */
export const CLAIM_RULES = 1;

const MAX_KEY = 160;
const MAX_CLAIMS = 12;

/**
 * What a statement claims, as far as rules can tell it with certainty; empty for most. Rather too little than too much:
 * lists, hedges, questions and what holds under a condition only are compared with their like alone, or not at all.
 */
export function claimsOf(statement: string): Claim[] {
  const claims = clausesOf(statement).flatMap((clause) => {
    const words = wordsOf(clause);
    return [
      ...directiveClaims(words),
      ...valueClaims(words.join(" ")),
      ...versionClaims(words.join(" ")),
      ...sentenceClaims(words),
    ];
  });
  const byKey = new Map<string, Claim | null>();
  for (const claim of claims) {
    const key = claim.key.length > MAX_KEY ? `${claim.rule}:${sha256(claim.key)}` : claim.key;
    const other = byKey.get(key);
    // A statement that says both of one subject is too intricate for rules.
    byKey.set(key, other === undefined || other?.side === claim.side ? { ...claim, key } : null);
  }
  return [...byKey.values()].filter((claim) => claim !== null).slice(0, MAX_CLAIMS);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Whether claims of one key cannot both hold. Node 20 and Node 20.19 can. */
export function sidesOppose(rule: ContradictionRule, one: string, other: string): boolean {
  if (one === other) return false;
  if (rule !== "version") return true;
  const [a, b] = [one.split("."), other.split(".")];
  return a.slice(0, Math.min(a.length, b.length)).some((part, index) => part !== b[index]);
}

export type Opposition = { rule: ContradictionRule; key: string; subject: string; sides: [string, string] };

/** Where two statements contradict each other, or null. */
export function oppositionOf(one: string, other: string): Opposition | null {
  const others = new Map(claimsOf(other).map((claim) => [claim.key, claim]));
  for (const { key, rule, side, subject } of claimsOf(one)) {
    const against = others.get(key);
    if (against && sidesOppose(rule, side, against.side))
      return { rule, key, subject, sides: [side, against.side] };
  }
  return null;
}

// Directives: what is to be used, and what is not -------------------------------------------------------------

const USE: ReadonlySet<string> = new Set(
  "use uses using used prefer prefers favor favour adopt employ".split(" "),
);
const AVOID: ReadonlySet<string> = new Set("avoid avoids avoiding".split(" "));
const LEAD: ReadonlySet<string> = new Set(
  (
    "always please we you must should shall do does to generally usually ideally just strictly better try " +
    "agents developers everyone teams the team project code services now"
  ).split(" "),
);
const HEDGES: ReadonlySet<string> = new Set(
  "may might could sometimes often rarely usually generally typically mostly either both only whether maybe".split(
    " ",
  ),
);
const QUALIFIES: ReadonlySet<string> = new Set(
  (
    "for in on to when if unless except with within inside during while at as by from across between until before " +
    "after where via through under outside without everywhere anywhere instead"
  ).split(" "),
);
const TOO_VAGUE: ReadonlySet<string> = new Set("it this that them these those one ones same".split(" "));
const MAX_OBJECT = 5;

const strip = (words: readonly string[]) =>
  words.filter((word) => !FILLERS.has(word) && word !== ",").map(singular);

function directiveClaims(params: readonly string[]): Claim[] {
  const { prefix, words } = withoutPrefix(params);
  const passive = passiveDirective(words);
  const read = passive ?? activeDirective(words);
  if (!read) return [];
  const { against, categorical, object } = read;
  const contrast = against ? null : splitAt(object, CONTRASTS);
  const claims = claimOfObject({ words: contrast?.before ?? object, prefix, against, categorical });
  if (!contrast) return claims;
  const { words: left_out, qualifiers } = splitQualifiers(contrast.after);
  return [
    ...claims,
    ...claimOfObject({ words: [...left_out, ...qualifiers], prefix, against: true, categorical: true }),
  ];
}

/** "In tests, use X": what stands before the comma says where. */
function withoutPrefix(words: readonly string[]): { prefix: string[]; words: readonly string[] } {
  const comma = words.indexOf(",");
  const [first = ""] = words;
  return comma > 0 && QUALIFIES.has(first)
    ? { prefix: words.slice(0, comma), words: words.slice(comma + 1) }
    : { prefix: [], words };
}

type Directive = { against: boolean; categorical: boolean; object: readonly string[] };

function activeDirective(words: readonly string[]): Directive | null {
  let against = false;
  let categorical = false;
  for (const [index, word] of words.entries()) {
    if (NEGATORS.has(word)) {
      against = !against;
      categorical ||= word === "never";
    } else if (AVOID.has(word) || (word === "stop" && USE.has(words[index + 1] ?? ""))) {
      const object = words.slice(index + 1);
      return { against: !against, categorical, object: USE.has(object[0] ?? "") ? object.slice(1) : object };
    } else if (USE.has(word)) {
      const object = words.slice(index + 1);
      return USE.has(object[0] ?? "")
        ? { against, categorical, object: object.slice(1) }
        : { against, categorical, object };
    } else if (word === "always") categorical = true;
    else if (!LEAD.has(word)) return null;
  }
  return null;
}

const PASSIVE =
  /^(.+?) (?:is|are|must|should|shall|may|can)(?: always)?( not| never)?(?: be)?(?: (always|never))? (used|preferred|avoided|forbidden|banned|prohibited|disallowed|allowed|recommended|discouraged|deprecated)$/;
const AGAINST = new Set([
  "avoided",
  "forbidden",
  "banned",
  "prohibited",
  "disallowed",
  "discouraged",
  "deprecated",
]);
const CATEGORICAL = new Set(["forbidden", "banned", "prohibited", "disallowed"]);
/** Being used, allowed or recommended is no demand; not being allowed is. */
const NO_DEMAND = new Set(["used", "allowed", "recommended"]);

function passiveDirective(words: readonly string[]): Directive | null {
  const match = PASSIVE.exec(words.join(" "));
  if (!match) return null;
  const [whole, object = "", not, adverb, verb = ""] = match;
  const negated = not !== undefined || adverb === "never";
  const demanded = /\b(?:must|should|shall)\b/.test(whole);
  if (!negated && !demanded && NO_DEMAND.has(verb) && verb === "used") return null;
  return {
    against: negated !== AGAINST.has(verb),
    categorical: adverb !== undefined || not === " never" || CATEGORICAL.has(verb) || /\bmust\b/.test(whole),
    object: object.split(" "),
  };
}

const CONTRASTS: readonly (readonly string[])[] = [
  ["instead", "of"],
  ["rather", "than"],
  ["in", "place", "of"],
  [",", "not"],
  [",", "never"],
  ["and", "not"],
  ["and", "never"],
  ["over"],
];

function splitAt(words: readonly string[], separators: readonly (readonly string[])[]) {
  for (const separator of separators)
    for (let at = 1; at + separator.length < words.length; at++)
      if (separator.every((part, index) => words[at + index] === part))
        return { before: words.slice(0, at), after: words.slice(at + separator.length) };
  return null;
}

function splitQualifiers(words: readonly string[]): { words: string[]; qualifiers: string[] } {
  const at = words.findIndex((word, index) => index > 0 && QUALIFIES.has(word));
  return at < 0
    ? { words: [...words], qualifiers: [] }
    : { words: words.slice(0, at), qualifiers: words.slice(at) };
}

function claimOfObject(params: {
  words: readonly string[];
  prefix: readonly string[];
  against: boolean;
  categorical: boolean;
}): Claim[] {
  const { against, categorical, prefix } = params;
  if ([...prefix, ...params.words].some((word) => HEDGES.has(word))) return [];
  const { words, qualifiers } = splitQualifiers(params.words);
  if (words.some((word) => word === "," || word === "and" || word === "or" || NEGATORS.has(word))) return [];
  const object = strip(words);
  if (object.length === 0 || object.length > MAX_OBJECT || object.every((word) => TOO_VAGUE.has(word)))
    return [];
  const where = strip([...prefix, ...qualifiers]).join(" ");
  const name = object.join(" ");
  const side = against ? "-" : "+";
  const claim = (kind: string, own: string): Claim => ({
    key: `${kind}:${own}`,
    side,
    rule: "directive",
    subject: words.join(" "),
  });
  const claims = [claim("use", `${name}|${where}`)];
  // What is said without exception contradicts what is said for some place only.
  if (!against || (categorical && where === "")) claims.push(claim("never", name));
  if (against || (categorical && where === "")) claims.push(claim("always", name));
  return claims;
}

// Sentences that say the opposite in the same words, or name another of things that exclude each other ----------

const CONDITIONAL: ReadonlySet<string> = new Set(
  "unless except but however otherwise although though than".split(" "),
);
/** Of what is supported or offered there can be several. */
const INCLUSIVE: ReadonlySet<string> = new Set(
  (
    "support accept allow allowed include provide offer work handle can also read parse import convert or and vs versus " +
    "between migrate from differ compare"
  ).split(" "),
);
const MIN_WORDS = 2;
const MAX_WORDS = 16;

function sentenceClaims(words: readonly string[]): Claim[] {
  if (words.some((word) => HEDGES.has(word) || CONDITIONAL.has(word))) return [];
  let negated = false;
  const said: string[] = [];
  for (const [index, word] of words.entries()) {
    if (NEGATORS.has(word)) negated = !negated;
    else if (AVOID.has(word)) {
      negated = !negated;
      if (!USE.has(words[index + 1] ?? "")) said.push("use");
    } else if (USE.has(word)) said.push("use");
    else if (word !== "," && !FILLERS.has(word)) {
      const read = readAs(word);
      if (read.negated) negated = !negated;
      said.push(read.word);
    }
  }
  if (said.length < MIN_WORDS || said.length > MAX_WORDS) return [];
  const subject = words.filter((word) => word !== ",").join(" ");
  const claims: Claim[] = [
    { key: `says:${said.join(" ")}`, side: negated ? "-" : "+", rule: "negation", subject },
  ];
  const choices = choicesIn(said);
  const [choice] = choices;
  if (choice && choices.length === 1 && !negated && !said.some((word) => INCLUSIVE.has(word))) {
    const rest = [...said.slice(0, choice.at), `<${choice.of}>`, ...said.slice(choice.at + choice.length)];
    if (rest.length >= MIN_WORDS)
      claims.push({ key: `one:${rest.join(" ")}`, side: choice.chosen, rule: "choice", subject: choice.of });
  }
  return claims;
}

// Values -------------------------------------------------------------------------------------------------------

const UNITS: Record<string, readonly [dimension: string, factor: number]> = {
  ms: ["time", 1],
  millisecond: ["time", 1],
  s: ["time", 1_000],
  sec: ["time", 1_000],
  second: ["time", 1_000],
  min: ["time", 60_000],
  minute: ["time", 60_000],
  h: ["time", 3_600_000],
  hour: ["time", 3_600_000],
  day: ["time", 86_400_000],
  week: ["time", 604_800_000],
  byte: ["size", 1],
  kb: ["size", 1_000],
  kib: ["size", 1_024],
  mb: ["size", 1_000_000],
  mib: ["size", 1_048_576],
  gb: ["size", 1e9],
  gib: ["size", 1_073_741_824],
  percent: ["share", 1],
};

const COMPARATORS: readonly (readonly [words: string, comparator: string])[] = [
  ["at most", "max"],
  ["no more than", "max"],
  ["a maximum of", "max"],
  ["up to", "max"],
  ["less than", "max"],
  ["under", "max"],
  ["at least", "min"],
  ["no less than", "min"],
  ["a minimum of", "min"],
  ["exactly", "is"],
];
const LIMITED: Record<string, string> = { limited: "max", capped: "max" };

const NUMBER = "(-?\\d[\\d_]*(?:\\.\\d+)?)";
const COPULA =
  "(?:is|are|equals|lasts|takes|defaults to|default to|must be|should be|has to be|have to be|is set to|are set to|expires after|expire after|times out after|is (limited|capped) (?:to|at)|are (limited|capped) (?:to|at))";
const VALUE = new RegExp(
  `^(?:the |our |a |an )?(.+?) ${COPULA} (?:(${COMPARATORS.map(([words]) => words).join("|")}) )?${NUMBER} ?([a-z%]+)?(.*)$`,
);
const SETTING = new RegExp(
  `^(?:always )?(?:set|keep|limit|cap|configure) (?:the |our |a |an )?(.+?) (?:to|at) (?:(${COMPARATORS.map(([words]) => words).join("|")}) )?${NUMBER} ?([a-z%]+)?(.*)$`,
);
const DEFAULT = /^(?:the |our )?default (.{2,40}?) is (?:called |named )?([^\s,]+(?: [^\s,]+)?)$/;
const MAX_SUBJECT = 6;

function valueClaims(text: string): Claim[] {
  if (
    /\b(?:not|never|no|about|around|approximately|roughly|between|or|from)\b/.test(
      text.replace("no more than", "").replace("no less than", ""),
    )
  )
    return [];
  const joined = text.replace(/(\d)(ms|s|sec|min|h|kb|kib|mb|mib|gb|gib|%)\b/g, "$1 $2");
  const match = VALUE.exec(joined);
  if (match) {
    const [, subject = "", limited, limited_too, words, number = "", unit = "", rest = ""] = match;
    const comparator = LIMITED[limited ?? limited_too ?? ""] ?? comparatorOf(words);
    return valueClaim({ subject, comparator, number, unit, rest });
  }
  const setting = SETTING.exec(joined);
  if (setting) {
    const [whole, subject = "", words, number = "", unit = "", rest = ""] = setting;
    const comparator = /^(?:always )?(?:limit|cap)/.test(whole) ? "max" : comparatorOf(words);
    return valueClaim({ subject, comparator, number, unit, rest });
  }
  const [, subject, value] = DEFAULT.exec(text) ?? [];
  return subject && value
    ? [
        {
          key: `default:${strip(subject.split(" ")).join(" ")}`,
          side: value,
          rule: "value",
          subject: `default ${subject}`,
        },
      ]
    : [];
}

const comparatorOf = (words: string | undefined) => COMPARATORS.find(([said]) => said === words)?.[1] ?? "is";

function valueClaim(params: {
  subject: string;
  comparator: string;
  number: string;
  unit: string;
  rest: string;
}): Claim[] {
  const { comparator, number } = params;
  const subject = strip(params.subject.split(" "));
  if (subject.length === 0 || subject.length > MAX_SUBJECT) return [];
  if (subject.every((word) => TOO_VAGUE.has(word)) || params.subject.includes(",")) return [];
  // "is 30 and…", "is 3 times as fast": more than a value.
  const rest = params.rest.trim().split(" ").filter(Boolean);
  if (rest.length > 0 && !QUALIFIES.has(rest[0] ?? "")) return [];
  const unit = params.unit === "%" ? "percent" : singular(params.unit);
  if (QUALIFIES.has(unit) || /^(?:st|nd|rd|th|x|times|of|and)$/.test(unit)) return [];
  const [dimension, factor] = UNITS[unit] ?? [unit, 1];
  const value = Number(number.replaceAll("_", "")) * factor;
  if (!Number.isFinite(value)) return [];
  const key = `value:${subject.join(" ")}|${comparator}|${dimension}|${strip(rest).join(" ")}`;
  return [{ key, side: String(value), rule: "value", subject: params.subject }];
}

// Versions -----------------------------------------------------------------------------------------------------

const VERSION =
  /^(?:we |the (?:project|repository|service|app|team|build|backend|frontend) |this (?:project|repository|service) )?(?:must |should |always )?(use|uses|run on|runs on|run|runs|target|targets|pin|require|requires|build with|builds with|is on|are on|stay on) ([a-z][a-z.+#-]*(?: [a-z][a-z.+#-]*)?) (?:version )?v?(\d+(?:\.\d+){0,3})(?:\.x)?( or (?:newer|later|higher|above|up))?$/;
const NAMES: Record<string, string> = {
  "node.js": "node",
  nodejs: "node",
  postgres: "postgresql",
  "go lang": "go",
};

function versionClaims(text: string): Claim[] {
  const [, verb = "", name = "", version, newer] = VERSION.exec(text) ?? [];
  if (version === undefined) return [];
  const relation = newer !== undefined ? "from" : /^require/.test(verb) ? "require" : "use";
  return [
    { key: `version:${NAMES[name] ?? name}|${relation}`, side: version, rule: "version", subject: name },
  ];
}

// Merging ------------------------------------------------------------------------------------------------------

const IDENTIFIER = /[a-z0-9]*[_./#@:][a-z0-9_./#@:-]+|^[a-z]+\d+$/;

/**
 * Whether statements that a model finds alike may be taken for the same without asking anybody: no number, identifier,
 * negation, opposite or choice is in one and not in the other, and they do not contradict each other.
 */
export function mayBeSame(one: string, other: string): boolean {
  return fingerprint(one) === fingerprint(other) && oppositionOf(one, other) === null;
}

function fingerprint(statement: string): string {
  const words = wordsOf(statement).filter((word) => word !== ",");
  const spans = [...statement.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span.toLowerCase());
  const camel = [...statement.matchAll(/\b[a-z]+[A-Z]\w*\b/g)].map(([word]) => word.toLowerCase());
  const negations = words.filter(
    (word) => NEGATORS.has(word) || AVOID.has(word) || word === "without" || readAs(word).negated,
  ).length;
  const numbers = words.filter((word) => /\d/.test(word));
  const identifiers = words.filter((word) => IDENTIFIER.test(word));
  const choices = choicesIn(words.map(singular)).map(({ chosen }) => chosen);
  const parts = [...new Set([...numbers, ...identifiers, ...spans, ...camel, ...choices])].sort();
  return JSON.stringify([negations % 2, parts]);
}
