import lexicon from "./lexicon.json";

/** The ids of rules and the sentences that reviewers' tools write, and the marks that titles begin with. */

const RULE_IDS = lexicon.rule_ids.map(({ pattern, category }) => ({
  pattern: new RegExp(pattern, "i"),
  category,
}));

/** Sentences that analyzers write word for word. */
const TITLES = lexicon.titles.map(({ pattern, category }) => ({
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
  /\b(?<tool>eslint|ruff|sonar(?:qube|cloud)?|semgrep|pylint|rule|biome)[\s:(-]+`?(?<id>(?:@?[a-z0-9-]+\/)?[a-z]+(?:-[a-z]+)+|[A-Z]{1,6}\d{3,4}|S\d{2,5})\b/i,
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
function categoryOfRuleId(rule_id: string): string | undefined {
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

/**
 * The rule that an id of a reviewer's tool means: its category where it is known, else the id as a name, such as
 * no_unused_vars; undefined when nothing is left of it. However a finding comes in, its rule is the same.
 *
 * @param tool the tool's name where it is known: different tools use one id for different rules.
 */
export function ruleOfId(id: string, tool: string | null = null): string | undefined {
  return knownRule(id, tool) ?? categoryOfRuleId(withoutPrefix(id));
}

/** An id of Sonar's alone, which flake8's plugins use for other rules. */
const SONAR_ID = /^S\d{2,5}$/i;

function knownRule(id: string, tool: string | null): string | null {
  const of_sonar = tool !== null && /sonar/i.test(tool) && SONAR_ID.test(id);
  const whole = of_sonar ? `sonar:${id}` : withoutPrefix(id);
  return RULE_IDS.find(({ pattern }) => pattern.test(whole))?.category ?? null;
}

/** DeepSource writes pylint's ids with a prefix. */
const withoutPrefix = (id: string) => id.replace(/^PYL-/i, "");

/** The rule that an id in the title names, or that the tool's own sentence is of. Null without one. */
export function ruleInTitle(title: string): string | null {
  for (const place of ID_PLACES) {
    const found = place.exec(title);
    const id = found?.groups?.id ?? found?.[1];
    if (id === undefined || NO_RULE.test(id) || !looksLikeId(id) || isFile(id)) continue;
    const known = knownRule(id, found?.groups?.tool ?? null);
    if (known !== null) return known;
    const is_certain = /\d{3}/.test(id) || id.includes("/") || place === ID_PLACES.at(-1);
    if (is_certain) return categoryOfRuleId(withoutPrefix(id)) ?? null;
  }
  return TITLES.find(({ pattern }) => pattern.test(title.trim()))?.category ?? null;
}
