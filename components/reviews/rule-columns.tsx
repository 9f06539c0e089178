"use client";

import { ChevronDown, Flag } from "lucide-react";
import { RateBar } from "@/components/pieces/bar-list";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { INTENT_WORDS, type Wanted } from "@/components/pieces/draft-proposals";
import { Figure } from "@/components/pieces/figure";
import { formatCount } from "@/components/pieces/format";
import { type RateLimit, standing } from "@/components/pieces/rate-with-interval";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Keys } from "@/components/ui/kbd";
import type { MeasureFilter } from "@/lib/kernel/measures";
import type { Disposition, Rule } from "@/lib/reviews/contract";
import { PROPOSAL_INTENTS, type ProposalIntent } from "@/lib/skills/contract";
import { figureOf, rateOf, trendOf } from "./words";

export const INTENT_KEYS: Record<ProposalIntent, string> = {
  except: "e",
  demote: "m",
  disable: "d",
  rewrite: "w",
};

/** A rule over the thresholds is called so; in red only when its whole interval is over the line. */
function HighRejection({ rule, limit }: { rule: Rule; limit: RateLimit | null }) {
  if (standing(rateOf(rule), limit) === "over")
    return (
      <Badge tone="danger">
        <Flag aria-hidden />
        high rejection
      </Badge>
    );
  return (
    <Badge title="The rate is over the line, but its interval crosses it: this could be chance.">
      <Flag aria-hidden />
      high, not certain yet
    </Badge>
  );
}

/** What a lead can want of a rule; each starts a proposal. */
function Act({ rule_category, onDraft }: { rule_category: string; onDraft: (wanted: Wanted) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" aria-label={`Change ${rule_category}`}>
          Change
          <ChevronDown aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {PROPOSAL_INTENTS.map((intent) => (
          <DropdownMenuItem key={intent} onSelect={() => onDraft({ rule_category, intent })}>
            <span className="flex-1">{INTENT_WORDS[intent].verb}</span>
            <Keys keys={INTENT_KEYS[intent]} />
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type ColumnsFor = {
  limit: RateLimit | null;
  isChangeable: (rule: Rule) => boolean;
  /** What narrows the measures of a rule. */
  filterOf: (rule: Rule) => MeasureFilter;
  onDraft: (wanted: Wanted) => void;
};

/** The columns of the rules; each number leads to the findings behind it. */
export function ruleColumns({ limit, isChangeable, filterOf, onDraft }: ColumnsFor): DataTableColumn<Rule>[] {
  const count = (
    id: Disposition,
    header: string,
    of: (rule: Rule) => number,
    hidden_below?: "md" | "lg",
  ): DataTableColumn<Rule> => ({
    id,
    header,
    width: "6rem",
    align: "right",
    hidden_below,
    cell: (rule) => (
      <Figure
        measure="findings_decided"
        filter={{ ...filterOf(rule), disposition: id }}
        value={of(rule)}
        className={cn(of(rule) === 0 && "text-muted-foreground")}
      >
        {formatCount(of(rule))}
        <span className="sr-only">
          {" "}
          {header}: {rule.rule_category}
        </span>
      </Figure>
    ),
  });
  return [
    {
      id: "rule",
      header: "Rule",
      card: "title",
      cell: (rule) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-mono text-xs">{rule.rule_category}</span>
          {rule.high_rejection && <HighRejection rule={rule} limit={limit} />}
        </span>
      ),
    },
    {
      id: "bar",
      header: "0–100 %",
      width: "8rem",
      hidden_below: "lg",
      card: "hidden",
      cell: (rule) => <RateBar rate={rateOf(rule)} limit={limit} />,
    },
    {
      id: "rate",
      header: "Rejection rate",
      width: "20rem",
      card: "plain",
      cell: (rule) => (
        <Figure
          measure="rejection_rate"
          filter={filterOf(rule)}
          {...figureOf(rule)}
          trend={trendOf(rule.trend)}
        />
      ),
    },
    count("reject", "Rejected", (rule) => rule.rejected),
    count("implement", "Implemented", (rule) => rule.implemented, "md"),
    count("defer", "Deferred", (rule) => rule.deferred, "md"),
    {
      id: "addressed",
      header: "Addressed",
      width: "6rem",
      hidden_below: "xl",
      cell: (rule) => {
        if (rule.addressed_at) return <RelativeTime at={rule.addressed_at} />;
        return <span className="text-muted-foreground">never</span>;
      },
    },
    {
      id: "change",
      header: "Actions",
      width: "7rem",
      align: "right",
      card: "plain",
      cell: (rule) => {
        if (isChangeable(rule)) return <Act rule_category={rule.rule_category} onDraft={onDraft} />;
        return null;
      },
    },
  ];
}
