import { jaccard } from "@/lib/text/similarity";
import { scoreByLexicon, stemsOf } from "./lexicon";
import { ruleInTitle, withoutMarks } from "./rule-ids";
import { rulesOfTitle } from "./title-model";

/**
 * Which rule a title is about, without a language model: the id that the reviewer's own tool writes into it, what people
 * of the organization filed alike titles under, then a classifier of its words and, where they leave a doubt, of its meaning
 * (`title-model.ts`). What is likely about none is `unclassified`.
 */

export const UNCLASSIFIED = "unclassified";

/** How a rule was found: what the caller said is no question here. */
export type ClassifiedBy = "reviewer_rule" | "organization" | "lexicon" | "meaning" | "none";

export type Classified = { rule_category: string; by: ClassifiedBy };

/** A title that somebody of the organization filed under a rule. */
export type FiledTitle = { title: string; rule_category: string };

/** How alike (Jaccard of their stems) a title must be to one that was filed by hand. */
export const SAME_TITLE = 0.6;

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

/** Probability from which a title's likeliest rule is taken; of those below fewer than a third are right. */
const LEAST_PROBABILITY = 0.3;

/** Probability of its words from which a title needs no vector: with one no more are right. */
const SURE = 0.5;

/** Points of the lexicon from which what a finding describes says its rule where the title does not. */
const DESCRIBED_POINTS = 3;

/** The likeliest rule of a title; null when none is likely enough, or it says nothing of what is wrong. */
function likelyRule(title: string, vector: ArrayLike<number> | null, least: number): string | null {
  const [best] = rulesOfTitle(title, vector);
  if (!best || best.probability < least || best.rule_category === UNCLASSIFIED) return null;
  return best.rule_category;
}

type Known = { filed?: readonly FiledTitle[]; issue?: string | null };

/** What a title says for certain: an id, what people filed, or words that leave little doubt. Null: its meaning may help. */
export function certainRule(title: string, { filed = [] }: Known = {}): Classified | null {
  const own = ruleInTitle(withoutMarks(title));
  if (own !== null) return { rule_category: own, by: "reviewer_rule" };
  const alike = filedAlike(title, filed);
  if (alike) return { rule_category: alike.rule_category, by: "organization" };
  const rule_category = likelyRule(title, null, SURE);
  return rule_category === null ? null : { rule_category, by: "lexicon" };
}

/** The rule of a title whose vector is known. */
export function ruleByMeaning(title: string, vector: ArrayLike<number>): Classified | null {
  const rule_category = likelyRule(title, vector, LEAST_PROBABILITY);
  return rule_category === null ? null : { rule_category, by: "meaning" };
}

/** The rule of a title by its words where they leave a doubt, else by what the finding describes. */
export function ruleByWords(title: string, issue: string | null): Classified {
  const likely = likelyRule(title, null, LEAST_PROBABILITY);
  if (likely !== null) return { rule_category: likely, by: "lexicon" };
  const [described] = issue === null ? [] : scoreByLexicon(issue);
  if (described && described.points >= DESCRIBED_POINTS)
    return { rule_category: described.rule_category, by: "lexicon" };
  return { rule_category: UNCLASSIFIED, by: "none" };
}

/** The rule of a title by everything but meaning. @param filed the organization's own, the latest first. */
export const classifyTitle = (title: string, { filed = [], issue = null }: Known = {}): Classified =>
  certainRule(title, { filed }) ?? ruleByWords(title, issue);
