import type { Claim } from "./claims";
import { FILLERS, NEGATORS, singular } from "./words";

export const USE: ReadonlySet<string> = new Set(
  "use uses using used prefer prefers favor favour adopt employ".split(" "),
);

export const AVOID: ReadonlySet<string> = new Set("avoid avoids avoiding".split(" "));

const LEAD: ReadonlySet<string> = new Set(
  (
    "always please we you must should shall do does to generally usually ideally just strictly better try " +
    "agents developers everyone teams the team project code services now"
  ).split(" "),
);

export const HEDGES: ReadonlySet<string> = new Set(
  "may might could sometimes often rarely usually generally typically mostly either both only whether maybe".split(
    " ",
  ),
);

export const QUALIFIES: ReadonlySet<string> = new Set(
  (
    "for in on to when if unless except with within inside during while at as by from across between until before " +
    "after where via through under outside without everywhere anywhere instead"
  ).split(" "),
);

export const TOO_VAGUE: ReadonlySet<string> = new Set(
  "it this that them these those one ones same".split(" "),
);

const MAX_OBJECT = 5;

export const strip = (words: readonly string[]) =>
  words.filter((word) => !FILLERS.has(word) && word !== ",").map(singular);

export function directiveClaims(params: readonly string[]): Claim[] {
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
  if (comma > 0 && QUALIFIES.has(first))
    return { prefix: words.slice(0, comma), words: words.slice(comma + 1) };
  return { prefix: [], words };
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
      if (USE.has(object[0] ?? "")) return { against, categorical, object: object.slice(1) };
      return { against, categorical, object };
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
  if (at < 0) return { words: [...words], qualifiers: [] };
  return { words: words.slice(0, at), qualifiers: words.slice(at) };
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
