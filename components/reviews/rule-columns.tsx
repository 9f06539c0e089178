"use client";

import { ChevronDown, Flag } from "lucide-react";
import { RateBar } from "@/components/pieces/bar-list";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { INTENT_WORDS, type Wanted } from "@/components/pieces/draft-proposals";
import { Figure } from "@/components/pieces/figure";
import type { Formats } from "@/components/pieces/format";
import { compareToLimit, type RateLimit } from "@/components/pieces/rate-with-interval";
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
import { useMessages } from "@/components/ui/messages";
import type { MeasureFilter } from "@/lib/kernel/measures";
import type { Disposition, Rule } from "@/lib/reviews/contract";
import { PROPOSAL_INTENTS, type ProposalIntent } from "@/lib/skills/contract";
import { intents } from "@/messages/compiled/intents";
import { reviewsRules } from "@/messages/compiled/reviews-rules";
import type { Translate } from "@/messages/message";
import { figureOf, rateOf, trendOf } from "./words";

export const INTENT_KEYS: Record<ProposalIntent, string> = {
  except: "e",
  demote: "m",
  disable: "d",
  rewrite: "w",
};

/** A rule over the thresholds is called so; in red only when its whole interval is over the line. */
function HighRejection({ rule, limit }: { rule: Rule; limit: RateLimit | null }) {
  const t = useMessages(reviewsRules);
  if (compareToLimit(rateOf(rule), limit) === "over")
    return (
      <Badge tone="danger" title={t("high")} className="min-w-0 shrink">
        <Flag aria-hidden />
        <span className="truncate">{t("high")}</span>
      </Badge>
    );
  return (
    <Badge title={t("high_uncertain_meaning")} className="min-w-0 shrink">
      <Flag aria-hidden />
      <span className="truncate">{t("high_uncertain")}</span>
    </Badge>
  );
}

/** What a lead can want of a rule; each starts a proposal. */
function Act({ rule_category, onDraft }: { rule_category: string; onDraft: (wanted: Wanted) => void }) {
  const t = useMessages(reviewsRules);
  const intentWords = useMessages(intents);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" aria-label={t("change_rule", { rule: rule_category })}>
          {t("change")}
          <ChevronDown aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {PROPOSAL_INTENTS.map((intent) => (
          <DropdownMenuItem key={intent} onSelect={() => onDraft({ rule_category, intent })}>
            <span className="flex-1">{intentWords(INTENT_WORDS[intent].verb)}</span>
            <Keys keys={INTENT_KEYS[intent]} />
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type ColumnsFor = {
  t: Translate<typeof reviewsRules>;
  formats: Formats;
  limit: RateLimit | null;
  isChangeable: (rule: Rule) => boolean;
  /** What narrows the measures of a rule. */
  filterOf: (rule: Rule) => MeasureFilter;
  onDraft: (wanted: Wanted) => void;
};

/** The columns of the rules; each number leads to the findings behind it. */
export function ruleColumns({
  t,
  formats,
  limit,
  isChangeable,
  filterOf,
  onDraft,
}: ColumnsFor): DataTableColumn<Rule>[] {
  const count = (id: Disposition, header: string, of: (rule: Rule) => number): DataTableColumn<Rule> => ({
    id,
    header,
    width: "6rem",
    align: "right",
    importance: "high",
    cell: (rule) => (
      <Figure
        measure="findings_decided"
        filter={{ ...filterOf(rule), disposition: id }}
        value={of(rule)}
        className={cn(of(rule) === 0 && "text-muted-foreground")}
      >
        {formats.formatCount(of(rule))}
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
      header: t("column_rule"),
      card: "title",
      cell: (rule) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="min-w-20 truncate font-mono text-xs" title={rule.rule_category}>
            {rule.rule_category}
          </span>
          {rule.high_rejection && <HighRejection rule={rule} limit={limit} />}
        </span>
      ),
    },
    {
      id: "bar",
      header: "0–100 %",
      width: "8rem",
      importance: "medium",
      card: "hidden",
      cell: (rule) => <RateBar rate={rateOf(rule)} limit={limit} />,
    },
    {
      id: "rate",
      header: t("column_rate"),
      width: "15rem",
      card: "plain",
      cell: (rule) => (
        <Figure
          measure="rejection_rate"
          filter={filterOf(rule)}
          {...figureOf(rule)}
          trend={trendOf({ trend: rule.trend, formats })}
        />
      ),
    },
    count("reject", t("column_rejected"), (rule) => rule.rejected),
    count("implement", t("column_implemented"), (rule) => rule.implemented),
    count("defer", t("column_deferred"), (rule) => rule.deferred),
    {
      id: "addressed",
      header: t("column_addressed"),
      width: "6rem",
      importance: "low",
      cell: (rule) => {
        if (rule.addressed_at) return <RelativeTime at={rule.addressed_at} />;
        return <span className="text-muted-foreground">{t("never_addressed")}</span>;
      },
    },
    {
      id: "change",
      header: t("column_actions"),
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
