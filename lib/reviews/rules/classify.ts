import { groupBy } from "@/lib/kernel/group-by";
import { jaccard } from "@/lib/text/similarity";
import { shortStem } from "@/lib/text/stems";
import { plainWordsOf } from "@/lib/text/words";
import lexicon from "./lexicon.json";

/**
 * Which rule a title is about, without a language model: the id that the reviewer's own tool writes into it, what people
 * of the organization filed alike titles under, then the lexicon. What none of them says is `unclassified`, unless it is
 * near in meaning to a known rule (see `nearest.ts`).
 */

export const UNCLASSIFIED = "unclassified";

/** How a rule was found: what the caller said is no question here. */
export type ClassifiedBy = "reviewer_rule" | "organization" | "lexicon" | "meaning" | "none";

export type Classified = { rule_category: string; by: ClassifiedBy };

/** A title that somebody of the organization filed under a rule. */
export type FiledTitle = { title: string; rule_category: string };

/** How alike (Jaccard of their stems) a title must be to one that was filed by hand. */
export const SAME_TITLE = 0.6;

/** The lexicon's points that a title needs. A weak word alone has one. */
const MIN_POINTS = 1;

const POINTS = { strong: 3, words: 2, weak: 1 } as const;

/** Points of each further word of a phrase: a longer one says more. */
const POINTS_PER_WORD = 0.75;

/** What a word in code counts: a name in backticks is rarely what the finding is about. */
const IN_CODE = 0.3;

/** Words between two of a phrase. */
const MAX_GAP = 1;

type Token = { stem: string; weight: number };

const spaced = (text: string) => text.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_+]/g, " ");

function tokensOf(text: string): Token[] {
  return text.split(/(`[^`]*`)/).flatMap((part) => {
    const weight = part.startsWith("`") ? IN_CODE : 1;
    return plainWordsOf(spaced(part.replace(/['’](?=[a-z])/gi, ""))).map((word) => ({
      stem: shortStem(word),
      weight,
    }));
  });
}

type Phrase = { stems: string[]; points: number; category: string };

const PHRASES: readonly Phrase[] = lexicon.categories.flatMap((entry) => {
  const phrases = new Map<string, Phrase>();
  for (const strength of ["strong", "words", "weak"] as const)
    for (const phrase of entry[strength]) {
      const stems = tokensOf(phrase).map(({ stem }) => stem);
      const points = POINTS[strength] + POINTS_PER_WORD * (stems.length - 1);
      const key = stems.join(" ");
      // Inflections of one word are one phrase, with the points of the strongest.
      if (!phrases.has(key)) phrases.set(key, { stems, points, category: entry.category });
    }
  return [...phrases.values()];
});

const BY_FIRST = groupBy(PHRASES, ({ stems: [first = ""] }) => first);

/** The weight with which a phrase stands at a place of the text, 0 when it does not. */
function weightAt(tokens: readonly Token[], start: number, { stems }: Phrase): number {
  let at = start;
  let weight = tokens[start]?.weight ?? 0;
  for (const stem of stems.slice(1)) {
    const next = tokens.slice(at + 1, at + 2 + MAX_GAP).findIndex((token) => token.stem === stem);
    if (next < 0) return 0;
    at += next + 1;
    weight = Math.min(weight, tokens[at]?.weight ?? 0);
  }
  return weight;
}

export type Scored = { rule_category: string; points: number };

/** The lexicon's categories that a text speaks of, the most points first; of equals the one that stands first in it. */
export function scoreByLexicon(text: string): Scored[] {
  const tokens = tokensOf(text);
  const points = new Map<string, number>();
  const counted = new Set<Phrase>();
  for (const [start, { stem }] of tokens.entries())
    for (const phrase of BY_FIRST.get(stem) ?? []) {
      const weight = counted.has(phrase) ? 0 : weightAt(tokens, start, phrase);
      if (weight === 0) continue;
      counted.add(phrase);
      points.set(phrase.category, (points.get(phrase.category) ?? 0) + phrase.points * weight);
    }
  return [...points]
    .map(([rule_category, score]) => ({ rule_category, points: score }))
    .sort((a, b) => b.points - a.points);
}

const RULE_IDS = lexicon.rule_ids.map(({ pattern, category }) => ({
  pattern: new RegExp(pattern, "i"),
  category,
}));

/** What looks like a rule's id: in brackets or backticks at an end of the title, before a colon, or an id of CWE. */
const ID_PLACES = [
  /\b(CWE-\d{1,4})\b/i,
  /^\s*[[(`]+([a-z@][\w@/.:-]{2,80})[\])`]+(?=[\s:]|$)/i,
  /[[(]([a-z@][\w@/.:-]{2,80})[\])]\s*\.?\s*$/i,
  /^\s*([A-Z]{1,6}\d{3,4}|[a-z]+:S\d{2,5}|(?:@?[a-z0-9-]+\/)?[a-z]+(?:-[a-z]+)+|[a-z]+(?:\.[a-z0-9-]+){2,})\s*[:—–]/,
  /\(([A-Z]{1,6}\d{3,4}|[a-z]+:S\d{2,5})\)/,
  /\b(?:eslint|ruff|sonar(?:qube|cloud)?|semgrep|pylint|rule|biome)[\s:(-]+`?((?:@?[a-z0-9-]+\/)?[a-z]+(?:-[a-z]+)+|[A-Z]{1,6}\d{3,4}|S\d{2,5})\b/i,
];

/** Words in brackets that mark a comment's weight or kind and are no rule. */
const NO_RULE =
  /^(?:nit|minor|major|critical|blocker|blocking|non-blocking|suggestion|question|todo|fixme|wip|optional|high|medium|low|info|warning|note|praise|thought|issue|chore|p[0-4]|must-fix|follow-up|pre-existing|out-of-scope|low-priority|high-priority|bot|ai)$/i;

const MARK = /^\s*(?:[[(]([\w -]{1,24})[\])]:?|\**([\w-]{1,24})\**(?:\s*\([\w ,-]{1,40}\))?:)\s+/;

/** A title without the marks of weight or kind that it begins with, such as “[nit]” or “suggestion (non-blocking):”. */
export function withoutMarks(title: string): string {
  const mark = MARK.exec(title);
  if (!mark || !NO_RULE.test((mark[1] ?? mark[2] ?? "").trim())) return title;
  return withoutMarks(title.slice(mark[0].length));
}

const looksLikeId = (id: string) => /\d/.test(id) || /[a-z]-[a-z]|\/|[a-z]:[A-Z]|\w\.\w+\.\w/.test(id);

/** The id of a rule as a rule's name, such as no_unused_vars; undefined when nothing is left of it. */
export function categoryOfRuleId(rule_id: string): string | undefined {
  const name = rule_id
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 60);
  if (name === "") return undefined;
  return name;
}

const isFile = (id: string) => /\.[a-z]{1,4}$/i.test(id) && !/\./.test(id.replace(/\.[a-z]{1,4}$/i, ""));

/** The rule that an id in the title names: its category where it is known, else the id itself. Null without one. */
export function ruleInTitle(title: string): string | null {
  for (const place of ID_PLACES) {
    // DeepSource writes pylint's ids with a prefix.
    const id = place.exec(title)?.[1]?.replace(/^PYL-/i, "");
    if (id === undefined || NO_RULE.test(id) || !looksLikeId(id) || isFile(id)) continue;
    const known = RULE_IDS.find(({ pattern }) => pattern.test(id));
    if (known) return known.category;
    const is_certain = /\d{3}/.test(id) || id.includes("/") || place === ID_PLACES.at(-1);
    if (is_certain) return categoryOfRuleId(id) ?? null;
  }
  return null;
}

export const stemsOf = (title: string): ReadonlySet<string> =>
  new Set(tokensOf(title).map(({ stem }) => stem));

/** The filed title that is most like this one; of equals the one that was filed last, which comes first. */
function filedAlike(title: string, filed: readonly FiledTitle[]): FiledTitle | null {
  const stems = stemsOf(title);
  let best: { filed: FiledTitle; alike: number } | null = null;
  for (const each of filed) {
    const alike = each.title === title ? 1 : jaccard(stems, stemsOf(each.title));
    if (alike >= SAME_TITLE && alike > (best?.alike ?? 0)) best = { filed: each, alike };
  }
  return best?.filed ?? null;
}

/** The rule of a title by everything but meaning. @param filed the organization's own, the latest first. */
export function classifyTitle(
  title: string,
  { filed = [], issue = null }: { filed?: readonly FiledTitle[]; issue?: string | null } = {},
): Classified {
  const said = withoutMarks(title);
  const own = ruleInTitle(said);
  if (own !== null) return { rule_category: own, by: "reviewer_rule" };
  const alike = filedAlike(title, filed);
  if (alike) return { rule_category: alike.rule_category, by: "organization" };
  const [best] = scoreByLexicon(said);
  if (best && best.points >= MIN_POINTS) return { rule_category: best.rule_category, by: "lexicon" };
  const [described] = issue === null ? [] : scoreByLexicon(issue);
  if (described && described.points >= POINTS.strong)
    return { rule_category: described.rule_category, by: "lexicon" };
  return { rule_category: UNCLASSIFIED, by: "none" };
}
