"use client";

import { ChevronDown, Flag } from "lucide-react";
import Link from "next/link";
import { RateBar } from "@/components/pieces/bar-list";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { INTENT_WORDS, type Wanted } from "@/components/pieces/draft-proposals";
import { formatCount } from "@/components/pieces/format";
import { type RateLimit, RateWithInterval } from "@/components/pieces/rate-with-interval";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Keys } from "@/components/ui/kbd";
import type { Disposition, Rule } from "@/lib/reviews/contract";
import { PROPOSAL_INTENTS, type ProposalIntent } from "@/lib/skills/contract";
import { rateOf, trendOf } from "./words";

function Count({ value, href, label }: { value: number; href: string; label: string }) {
  if (value === 0) return <span className="text-muted-foreground">0</span>;
  return (
    <Link href={href} aria-label={label} className="rounded-sm underline-offset-4 hover:underline">
      {formatCount(value)}
    </Link>
  );
}

export const INTENT_KEYS: Record<ProposalIntent, string> = {
  except: "e",
  demote: "m",
  disable: "d",
  rewrite: "w",
};

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
  hrefOf: (rule: Rule, disposition: Disposition[]) => string;
  onDraft: (wanted: Wanted) => void;
};

/** The columns of the rules; each number leads to the findings behind it. */
export function ruleColumns({ limit, isChangeable, hrefOf, onDraft }: ColumnsFor): DataTableColumn<Rule>[] {
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
      <Count
        value={of(rule)}
        href={hrefOf(rule, [id])}
        label={`${of(rule)} ${header}: ${rule.rule_category}`}
      />
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
          {rule.high_rejection && (
            <Badge tone="danger">
              <Flag aria-hidden />
              high rejection
            </Badge>
          )}
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
      cell: (rule) => <RateWithInterval rate={rateOf(rule)} trend={trendOf(rule.trend)} />,
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
      header: "Act",
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
