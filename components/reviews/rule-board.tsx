"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { INTENT_WORDS, type Wanted } from "@/components/pieces/draft-proposals";
import { ListTable } from "@/components/pieces/list-table";
import { readProblem } from "@/components/pieces/problem";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { rowsHref } from "@/lib/kernel/measures";
import { type Rule, type RuleList, ruleList } from "@/lib/reviews/contract";
import { PROPOSAL_INTENTS } from "@/lib/skills/contract";
import { intents } from "@/messages/compiled/intents";
import { reviewsRules } from "@/messages/compiled/reviews-rules";
import type { Translate } from "@/messages/message";
import { measureFilterOf, type RuleParameters, ruleParameters, rulesInput } from "./filters";
import { INTENT_KEYS, ruleColumns } from "./rule-columns";
import { thresholdFigures, useLimit } from "./words";

/** "the first 50 of 70", or the number when all are shown, with their order. */
function shownWords(t: Translate<typeof reviewsRules>, { items, total }: RuleList): string {
  if (items.length < total) return t("shown_first", { shown: items.length, total });
  return t("shown_all", { total });
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
  const t = useMessages(reviewsRules);
  const intentWords = useMessages(intents);
  const formats = useFormat();
  const { may } = useMe();
  const limit = useLimit(query.data?.thresholds);
  const isChangeable = (rule: Rule) => rule.rejected > 0 && may("skills:manage");
  const filterOf = (rule: Rule) => ({ ...measureFilterOf(parameters, today), rule: rule.rule_category });
  const columns = ruleColumns({ t, formats, limit, isChangeable, filterOf, onDraft });
  const rowKeys = PROPOSAL_INTENTS.filter(() => may("skills:manage")).map((intent) => ({
    keys: INTENT_KEYS[intent],
    label: t("of_the_row", { verb: intentWords(INTENT_WORDS[intent].verb) }),
    run: (rule: Rule) => {
      if (isChangeable(rule)) onDraft({ rule_category: rule.rule_category, intent });
    },
  }));
  return (
    <section aria-labelledby="rules-board">
      <div className="mb-2 flex flex-wrap items-center gap-x-1.5">
        <h2 id="rules-board" className="font-semibold text-base">
          {t("rules")}
        </h2>
        {query.data !== undefined && (
          <span className="text-muted-foreground text-sm" data-total={query.data.total}>
            {shownWords(t, query.data)}
          </span>
        )}
        <DefinitionHint term={t("order")}>
          <p>{t("order_definition")}</p>
          <p className="mt-1.5">{t("order_addressed")}</p>
          {query.data !== undefined && (
            <p className="mt-1.5">
              {t("order_high", thresholdFigures({ thresholds: query.data.thresholds, formats }))}
            </p>
          )}
          <p className="mt-1.5">{t("order_trend")}</p>
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
        label={t("rules")}
        columns={columns}
        rows={query.data?.items}
        rowId={(rule) => rule.rule_category}
        rowHref={(rule) => rowsHref("rejection_rate", filterOf(rule))}
        rowKeys={rowKeys}
        refreshing={query.isPlaceholderData}
        skeleton_rows={6}
        error={readProblem(t("unreadable"), query)}
        empty={
          <EmptyState icon={ListChecks} title={t("empty")}>
            {t("empty_text")}
          </EmptyState>
        }
      />
    </section>
  );
}
