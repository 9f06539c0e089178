"use client";

import { useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import { useState } from "react";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { countOf, formatCount } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { type RuleUnclassified, ruleUnclassified } from "@/lib/reviews/contract";
import { MoveToRule } from "./move-to-rule";
import { ReviewsNav } from "./reviews-nav";
import { type Filing, useFiling } from "./use-filing";

type Group = RuleUnclassified["items"][number];

const BY_WORDS: Record<Group["suggestions"][number]["by"], string> = {
  reviewer_rule: "the rule's id is in the title",
  organization: "your team put similar titles there",
  lexicon: "by its words",
  meaning: "similar in meaning",
  none: "",
};

function Suggestions({ group, filing, file }: { group: Group } & Filing) {
  return (
    <span className="flex flex-wrap gap-1.5 py-1">
      {group.suggestions.map(({ rule_category, by }) => (
        <Button
          key={rule_category}
          size="sm"
          disabled={filing}
          title={BY_WORDS[by]}
          onClick={() => void file([group], rule_category)}
        >
          <span className="font-mono text-xs">{rule_category}</span>
        </Button>
      ))}
      <MoveToRule finding_ids={group.finding_ids}>
        <Button size="sm" variant="ghost">
          Another rule
        </Button>
      </MoveToRule>
    </span>
  );
}

function columnsFor(filing: Filing, mayFile: boolean): DataTableColumn<Group>[] {
  const columns: DataTableColumn<Group>[] = [
    {
      id: "title",
      header: "Title",
      card: "title",
      cell: ({ title }) => (
        <span dir="auto" className="wrap-anywhere">
          {title}
        </span>
      ),
    },
    {
      id: "findings",
      header: "Findings",
      width: "6rem",
      align: "right",
      cell: ({ finding_ids }) => formatCount(finding_ids.length),
    },
    {
      id: "rejected",
      header: "Rejected",
      width: "6rem",
      align: "right",
      hidden_below: "md",
      cell: ({ rejected }) => formatCount(rejected),
    },
    {
      id: "last",
      header: "Last found",
      width: "8rem",
      hidden_below: "lg",
      cell: ({ last_found_at }) => <RelativeTime at={last_found_at} />,
    },
  ];
  if (!mayFile) return columns;
  return [
    ...columns,
    {
      id: "rule",
      header: "Rule",
      width: "24rem",
      card: "plain",
      cell: (group) => <Suggestions group={group} {...filing} />,
    },
  ];
}

/** What is each of these about: findings whose rule nobody knows, with suggestions. */
export function UnclassifiedScreen() {
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
      <PageHeader title="Unclassified" question="What are these findings about?" className="mb-2" />
      <ReviewsNav />
      <div className="mb-2 flex items-center gap-x-1.5 text-sm">
        {query.data !== undefined && (
          <span className="text-muted-foreground">
            {countOf(query.data.total, "finding", "findings")} in{" "}
            {countOf(query.data.items.length, "group", "groups")} of similar titles
          </span>
        )}
        <DefinitionHint term="Unclassified">
          <p>
            Titles that name no rule, are not similar to titles your team has assigned, contain no word of the
            lexicon, and are not similar to a known rule. Once you choose a rule, similar titles are assigned
            to it automatically.
          </p>
        </DefinitionHint>
      </div>
      <DataTable
        label="Unclassified findings"
        columns={columnsFor(filing, mayFile)}
        rows={query.data?.items}
        rowId={({ finding_ids }) => finding_ids[0] ?? ""}
        selection={selection}
        onSelectionChange={mayFile ? setSelection : undefined}
        bulkActions={() => (
          <MoveToRule finding_ids={ids} onMoved={() => setSelection([])}>
            <Button size="sm" disabled={ids.length === 0}>
              Move {countOf(ids.length, "finding", "findings")} to a rule
            </Button>
          </MoveToRule>
        )}
        error={readProblem("The findings", query)}
        empty={
          <EmptyState icon={Tags} title="Every finding has a rule">
            Findings whose rule could not be determined appear here, in groups, with suggestions.
          </EmptyState>
        }
      />
    </>
  );
}
