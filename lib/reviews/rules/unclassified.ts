import type { Embedder } from "@/lib/ai";
import type { Db } from "@/lib/db/client";
import { jaccard } from "@/lib/text/similarity";
import { MAX_GROUP_FINDINGS, type RuleUnclassified } from "../contract";
import type { Visible } from "../evaluations/rows";
import { findFiledTitles, findRulesInUse, findWaiting, type WaitingFinding } from "../findings/filed-titles";
import { WAITING_RULES } from "./classifier";
import { certainRule, type FiledTitle, SAME_TITLE, UNCLASSIFIED } from "./classify";
import { stemsOf } from "./lexicon";
import lexicon from "./lexicon.json";
import { type Meaning, meaningsOf } from "./nearest";
import { rulesOfTitle } from "./title-model";

/** Findings that wait for a rule, in groups of alike titles. */

const MAX_SUGGESTIONS = 3;

type Group = { stems: ReadonlySet<string>; findings: WaitingFinding[] };

function groupsOf(findings: readonly WaitingFinding[]): Group[] {
  const groups: Group[] = [];
  for (const finding of findings) {
    const stems = stemsOf(finding.title);
    const alike = groups.find(
      (group) => group.findings[0]?.title === finding.title || jaccard(group.stems, stems) >= SAME_TITLE,
    );
    if (alike) alike.findings.push(finding);
    else groups.push({ stems, findings: [finding] });
  }
  return groups.sort((a, b) => b.findings.length - a.findings.length);
}

type Suggestion = RuleUnclassified["items"][number]["suggestions"][number];

function suggestionsFor(
  title: string,
  { filed, meaning }: { filed: readonly FiledTitle[]; meaning: Meaning },
): Suggestion[] {
  const certain = certainRule(title, { filed });
  const by = meaning.vector === null ? ("lexicon" as const) : ("meaning" as const);
  const all: Suggestion[] = [
    ...(certain === null ? [] : [certain]),
    ...meaning.near.slice(0, 1).map(({ rule_category }) => ({ rule_category, by: "organization" as const })),
    ...rulesOfTitle(title, meaning.vector)
      .filter(({ rule_category }) => rule_category !== UNCLASSIFIED)
      .map(({ rule_category }) => ({ rule_category, by })),
  ];
  const first = all.filter(
    ({ rule_category }, at) => all.findIndex((each) => each.rule_category === rule_category) === at,
  );
  return first.slice(0, MAX_SUGGESTIONS);
}

export async function waitingGroups(
  db: Db,
  params: Visible & {
    organization_id: string;
    repository_id?: string;
    limit: number;
    embedder: Embedder | null;
  },
): Promise<RuleUnclassified> {
  const { organization_id, limit, embedder } = params;
  const [waiting, filed, used] = await Promise.all([
    findWaiting(db, { ...params, rule_categories: WAITING_RULES }),
    findFiledTitles(db, { organization_id }),
    findRulesInUse(db, params),
  ]);
  const groups = groupsOf(waiting).slice(0, limit);
  const titles = groups.map(({ findings }) => findings[0]?.title ?? "");
  const meanings = await meaningsOf(embedder, { titles, filed });
  const known = [...used, ...lexicon.categories.map(({ category }) => category)];
  return {
    items: groups.map(({ findings }, at) => ({
      title: titles[at] ?? "",
      finding_ids: findings.slice(0, MAX_GROUP_FINDINGS).map(({ id }) => id),
      rejected: findings.filter(({ disposition }) => disposition === "reject").length,
      last_found_at: findings[0]?.found_at.toISOString() ?? "",
      suggestions: suggestionsFor(titles[at] ?? "", {
        filed,
        meaning: meanings[at] ?? { vector: null, near: [] },
      }),
    })),
    total: waiting.length,
    rules: [...new Set(known)].filter((rule) => !WAITING_RULES.includes(rule)).sort(),
  };
}
