"use client";

import { useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import { useState } from "react";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { PageHeader } from "@/components/pieces/page-header";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import { type RuleUnclassified, ruleUnclassified } from "@/lib/reviews/contract";
import { reviewsUnclassified } from "@/messages/compiled/reviews-unclassified";
import type { PlainKey, Translate } from "@/messages/message";
import { MoveToRule } from "./move-to-rule";
import { ReviewsNav } from "./reviews-nav";
import { type Filing, useFiling } from "./use-filing";

type Group = RuleUnclassified["items"][number];

type Words = { t: Translate<typeof reviewsUnclassified> };

const BY_WORDS: Record<Group["suggestions"][number]["by"], PlainKey<typeof reviewsUnclassified> | undefined> =
  {
    reviewer_rule: "by_reviewer_rule",
    organization: "by_organization",
    lexicon: "by_lexicon",
    meaning: "by_meaning",
    none: undefined,
  };

function Suggestions({ group, filing, file }: { group: Group } & Filing) {
  const t = useMessages(reviewsUnclassified);
  return (
    <span className="flex flex-wrap gap-1.5 py-1">
      {group.suggestions.map(({ rule_category, by }) => {
        const why = BY_WORDS[by];
        return (
          <Button
            key={rule_category}
            size="sm"
            disabled={filing}
            title={why && t(why)}
            onClick={() => void file([group], rule_category)}
          >
            <span className="font-mono text-xs">{rule_category}</span>
          </Button>
        );
      })}
      <MoveToRule finding_ids={group.finding_ids}>
        <Button size="sm" variant="ghost">
          {t("another")}
        </Button>
      </MoveToRule>
    </span>
  );
}

function columnsFor({
  t,
  formatCount,
  filing,
  mayFile,
}: Words & {
  formatCount: (count: number) => string;
  filing: Filing;
  mayFile: boolean;
}): DataTableColumn<Group>[] {
  const columns: DataTableColumn<Group>[] = [
    {
      id: "title",
      header: t("column_title"),
      card: "title",
      cell: ({ title }) => (
        <span dir="auto" className="wrap-anywhere">
          {visible(title)}
        </span>
      ),
    },
    {
      id: "findings",
      header: t("column_findings"),
      width: "6rem",
      align: "right",
      cell: ({ finding_ids }) => formatCount(finding_ids.length),
    },
    {
      id: "rejected",
      header: t("column_rejected"),
      width: "6rem",
      align: "right",
      importance: "high",
      cell: ({ rejected }) => formatCount(rejected),
    },
    {
      id: "last",
      header: t("column_last"),
      width: "8rem",
      importance: "medium",
      cell: ({ last_found_at }) => <RelativeTime at={last_found_at} />,
    },
  ];
  if (!mayFile) return columns;
  return [
    ...columns,
    {
      id: "rule",
      header: t("column_rule"),
      width: "24rem",
      card: "plain",
      cell: (group) => <Suggestions group={group} {...filing} />,
    },
  ];
}

/** What is each of these about: findings whose rule nobody knows, with suggestions. */
export function UnclassifiedScreen() {
  const t = useMessages(reviewsUnclassified);
  const { formatCount } = useFormat();
  const { may } = useMe();
  const [selection, setSelection] = useState<string[]>([]);
  const query = useQuery(operationQuery(ruleUnclassified, {}));
  const filing = useFiling();
  const mayFile = may("reviews:write");
  const chosen =
    query.data?.items.filter(({ finding_ids }) => selection.includes(finding_ids[0] ?? "")) ?? [];
  const ids = chosen.flatMap(({ finding_ids }) => finding_ids);
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <ReviewsNav />
      <div className="mb-2 flex items-center gap-x-1.5 text-sm">
        {query.data !== undefined && (
          <span className="text-muted-foreground">
            {t("groups", { findings: query.data.total, groups: query.data.items.length })}
          </span>
        )}
        <DefinitionHint term={t("title")}>
          <p>{t("definition")}</p>
        </DefinitionHint>
      </div>
      <DataTable
        label={t("list")}
        columns={columnsFor({ t, formatCount, filing, mayFile })}
        rows={query.data?.items}
        rowId={({ finding_ids }) => finding_ids[0] ?? ""}
        selection={selection}
        onSelectionChange={mayFile ? setSelection : undefined}
        bulkActions={() => (
          <MoveToRule finding_ids={ids} onMoved={() => setSelection([])}>
            <Button size="sm" disabled={ids.length === 0}>
              {t("move", { count: ids.length })}
            </Button>
          </MoveToRule>
        )}
        error={readProblem(t("unreadable"), query)}
        empty={
          <EmptyState icon={Tags} title={t("empty")}>
            {t("empty_text")}
          </EmptyState>
        }
      />
    </>
  );
}
