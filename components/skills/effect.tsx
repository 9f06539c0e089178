"use client";

import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, CircleDashed, CircleX, TrendingDown, TrendingUp } from "lucide-react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Figure } from "@/components/pieces/figure";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import type { TermOf } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import type { MeasureFilter } from "@/lib/kernel/measures";
import {
  type Counted,
  EFFECT_DAYS,
  type EffectVerdict,
  type SkillDetail,
  type SkillTargets,
  skillEffects,
  skillTargets,
  type VersionEffect,
} from "@/lib/skills/contract";
import { skillsEffect } from "@/messages/compiled/skills-effect";
import type { PlainKey } from "@/messages/message";

type Term = TermOf<PlainKey<typeof skillsEffect>>;

const VERDICT_TERMS: Record<EffectVerdict, Term> = {
  improved: {
    word: "verdict_improved",
    icon: TrendingDown,
    tone: "ok",
    meaning: "verdict_improved_meaning",
  },
  no_evidence: {
    word: "verdict_no_evidence",
    icon: CircleDashed,
    tone: "quiet",
    meaning: "verdict_no_evidence_meaning",
  },
  worse: { word: "verdict_worse", icon: TrendingUp, tone: "danger", meaning: "verdict_worse_meaning" },
};

const TARGET_TERMS: Record<SkillTargets["adoption"]["verdict"], Term> = {
  met: { word: "target_met", icon: BadgeCheck, tone: "ok", meaning: "target_met_meaning" },
  not_met: { word: "target_not_met", icon: CircleX, tone: "warn", meaning: "target_not_met_meaning" },
  no_evidence: {
    word: "target_no_evidence",
    icon: CircleDashed,
    tone: "quiet",
    meaning: "target_no_evidence_meaning",
  },
};

function Period({ label, counted, filter }: { label: string; counted: Counted; filter: MeasureFilter }) {
  const t = useMessages(skillsEffect);
  const { rate, low, high, flagged: n, rejected } = counted;
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd>
        <Figure
          measure="rejection_rate_around_version"
          filter={filter}
          value={rate}
          low={low}
          high={high}
          n={n}
        />
        {n > 0 && (
          <span className="block text-muted-foreground text-xs">
            {t("rejected_of_flagged", { rejected, flagged: n })}
          </span>
        )}
      </dd>
    </div>
  );
}

/** What narrows the findings that a period counts. */
const filterOf = ({ rule_categories }: VersionEffect, { from, to }: Counted): MeasureFilter => ({
  from,
  to,
  rule: rule_categories.join(","),
});

function Effect({ effect }: { effect: VersionEffect }) {
  const t = useMessages(skillsEffect);
  const { skill_version, before, after, verdict, reason, suggests_revert_to: revert_to } = effect;
  const { skill_id, number } = skill_version;
  return (
    <li className="flex flex-col gap-2 border-b px-3 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          href={`/skills/${skill_id}?version=${number}`}
          className="font-medium underline-offset-4 hover:underline"
        >
          {t("version", { version: number })}
        </Link>
        <StatusBadge term={VERDICT_TERMS[verdict]} t={t} />
        <span className="text-muted-foreground text-xs">
          {t.rich(effect.delivered ? "in_use_since" : "not_delivered_yet", {
            when: () => <RelativeTime at={effect.in_force_at} />,
          })}
        </span>
        {effect.rule_categories.map((category) => (
          <span key={category} className="font-mono text-muted-foreground text-xs">
            {category}
          </span>
        ))}
      </div>
      <dl className="grid max-w-2xl gap-x-6 gap-y-2 sm:grid-cols-2">
        <Period label={t("before")} counted={before} filter={filterOf(effect, before)} />
        <Period label={t("after")} counted={after} filter={filterOf(effect, after)} />
      </dl>
      <p className="max-w-prose text-pretty text-sm">{reason}</p>
      {revert_to !== null && (
        <Button asChild size="sm" className="self-start">
          <Link href={`/skills/${skill_id}?tab=versions&version=${revert_to}&against=${number}`}>
            {t("revert_suggested", { version: revert_to })}
          </Link>
        </Button>
      )}
    </li>
  );
}

/** Before and after one version, on the page of the proposal that made it. */
export function VersionEffectOf({ skill_id, number }: { skill_id: string; number: number }) {
  const t = useMessages(skillsEffect);
  const query = useQuery(operationQuery(skillEffects, { skill_id }));
  const effect = query.data?.items.find(({ skill_version }) => skill_version.number === number);
  if (!effect) return null;
  return (
    <section aria-label={t("before_and_after")} className="border-t pt-1">
      <ul>
        <Effect effect={effect} />
      </ul>
    </section>
  );
}

/** For each approved version of a skill whether its rules are rejected less since. */
export function SkillEffects({ skill }: { skill: SkillDetail }) {
  const t = useMessages(skillsEffect);
  const query = useQuery(operationQuery(skillEffects, { skill_id: skill.id }));
  const problem = readProblem(t("unreadable"), query);
  if (problem) return <ErrorState {...problem} />;
  if (!query.data) return <Skeleton className="h-40" />;
  if (query.data.items.length === 0)
    return (
      <div className="rounded-md border bg-card">
        <EmptyState icon={TrendingDown} title={t("empty")}>
          {t("empty_text")}
        </EmptyState>
      </div>
    );
  return (
    <section aria-label={t("each_version")} className="max-w-4xl">
      <p className="mb-2 inline-flex items-center gap-1 text-muted-foreground text-sm">
        {t("rates_compared", { days: EFFECT_DAYS })}
        <DefinitionHint term={t("effect")}>
          {t("effect_definition", { least: query.data.least_sample })}
        </DefinitionHint>
      </p>
      <ul className="rounded-md border bg-card">
        {query.data.items.map((effect) => (
          <Effect key={effect.skill_version.id} effect={effect} />
        ))}
      </ul>
    </section>
  );
}

/** The organization's two numbers against their targets, said to be missed where they are. */
export function Targets({ repository }: { repository: string | null }) {
  const t = useMessages(skillsEffect);
  const query = useQuery(operationQuery(skillTargets, { repository: repository ?? undefined }));
  if (query.isError) return <p className="mb-3 text-muted-foreground text-sm">{t("targets_unreadable")}</p>;
  if (!query.data) return <Skeleton className="mb-3 h-14" />;
  const { false_positives, adoption } = query.data;
  const rows = [
    {
      id: "false_positives",
      label: t("target_false_positives"),
      ...false_positives,
      meaning: t("target_false_positives_definition"),
    },
    {
      id: "adoption",
      label: t("target_adoption"),
      ...adoption,
      meaning: t("target_adoption_definition"),
    },
  ];
  return (
    <dl className="mb-4 grid gap-x-6 gap-y-2 rounded-md border bg-card px-3 py-2.5 text-sm md:grid-cols-2">
      {rows.map(({ id, label, verdict, reason, meaning }) => (
        <div key={id} className="min-w-0">
          <dt className="flex flex-wrap items-center gap-x-2">
            <span className="text-muted-foreground">{label}</span>
            <StatusBadge term={TARGET_TERMS[verdict]} t={t} />
            <DefinitionHint term={label}>{meaning}</DefinitionHint>
          </dt>
          <dd className="text-pretty">{reason}</dd>
        </div>
      ))}
    </dl>
  );
}
