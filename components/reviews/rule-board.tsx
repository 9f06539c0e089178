"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { INTENT_WORDS, type Wanted } from "@/components/pieces/draft-proposals";
import { formatCount } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { readProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { EmptyState } from "@/components/ui/empty-state";
import { rowsHref } from "@/lib/kernel/measures";
import { type Rule, type RuleList, ruleList } from "@/lib/reviews/contract";
import { PROPOSAL_INTENTS } from "@/lib/skills/contract";
import { measureFilterOf, type RuleParameters, ruleParameters, rulesInput } from "./filters";
import { INTENT_KEYS, ruleColumns } from "./rule-columns";
import { limitOf, thresholdWords } from "./words";

/** "the first 50 of 70", or the number when all are shown. */
function shownWords({ items, total }: RuleList): string {
  if (items.length < total) return `the first ${formatCount(items.length)} of ${formatCount(total)}`;
  return formatCount(total);
}

/** Every rule, ranked by its evidence. */
export function RuleBoard({
  parameters,
  today,
  query,
  onDraft,
}: {
  parameters: RuleParameters;
  today: string;
  query: UseQueryResult<RuleList>;
  onDraft: (wanted: Wanted) => void;
}) {
  const { may } = useMe();
  const thresholds = query.data?.thresholds;
  const isChangeable = (rule: Rule) => rule.rejected > 0 && may("skills:manage");
  const filterOf = (rule: Rule) => ({ ...measureFilterOf(parameters, today), rule: rule.rule_category });
  const columns = ruleColumns({
    limit: thresholds === undefined ? null : limitOf(thresholds),
    isChangeable,
    filterOf,
    onDraft,
  });
  const rowKeys = PROPOSAL_INTENTS.filter(() => may("skills:manage")).map((intent) => ({
    keys: INTENT_KEYS[intent],
    label: `${INTENT_WORDS[intent].verb}: the rule of the row`,
    run: (rule: Rule) => {
      if (isChangeable(rule)) onDraft({ rule_category: rule.rule_category, intent });
    },
  }));
  return (
    <section aria-labelledby="rules-board">
      <div className="mb-2 flex flex-wrap items-center gap-x-1.5">
        <h2 id="rules-board" className="font-semibold text-base">
          Rules
        </h2>
        {query.data !== undefined && (
          <span className="text-muted-foreground text-sm" data-total={query.data.total}>
            {shownWords(query.data)}, strongest evidence first
          </span>
        )}
        <DefinitionHint term="Strongest evidence first">
          <p>
            High-rejection rules first, then by the number of rejected findings that the sample supports at
            least: the lower end of the 95 % interval × flagged. So 80 of 200 (67) comes before 5 of 5 (3).
          </p>
          <p className="mt-1.5">
            Findings that a skill version addressed no longer count; the rule's other findings do.
          </p>
          {query.data !== undefined && (
            <p className="mt-1.5">High rejection: {thresholdWords(query.data.thresholds)}.</p>
          )}
          <p className="mt-1.5">
            An arrow compares the last 30 days with the 30 before, and shows only when the 95 % interval of
            the difference (Newcombe's, from two Wilson intervals) excludes 0.
          </p>
        </DefinitionHint>
      </div>
      <ListTable
        list={{
          name: "rules",
          contract: ruleList,
          input: rulesInput(parameters, today),
          total: query.data?.total,
          parameters: ruleParameters,
        }}
        label="Rules"
        columns={columns}
        rows={query.data?.items}
        rowId={(rule) => rule.rule_category}
        rowHref={(rule) => rowsHref("rejection_rate", filterOf(rule))}
        rowKeys={rowKeys}
        refreshing={query.isFetching && query.data !== undefined}
        skeleton_rows={6}
        error={readProblem("The rules", query)}
        empty={
          <EmptyState icon={ListChecks} title="No findings in this period">
            Rates appear as soon as an agent submits an evaluated review, through the API or the
            review.evaluate tool. Choose a longer period to look further back.
          </EmptyState>
        }
      />
    </section>
  );
}
