"use client";

import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, CircleDashed, CircleX, TrendingDown, TrendingUp } from "lucide-react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Figure } from "@/components/pieces/figure";
import { formatCount } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import type { Term } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
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

const VERDICT_TERMS: Record<EffectVerdict, Term> = {
  improved: {
    word: "improved",
    icon: TrendingDown,
    tone: "ok",
    meaning: "Fewer of its findings are rejected.",
  },
  no_evidence: {
    word: "no evidence yet",
    icon: CircleDashed,
    tone: "quiet",
    meaning: "The difference could be chance, or too few findings were flagged.",
  },
  worse: { word: "worse", icon: TrendingUp, tone: "danger", meaning: "More of its findings are rejected." },
};

const TARGET_TERMS: Record<SkillTargets["adoption"]["verdict"], Term> = {
  met: { word: "met", icon: BadgeCheck, tone: "ok", meaning: "The target is met." },
  not_met: { word: "not met", icon: CircleX, tone: "warn", meaning: "The target is not met." },
  no_evidence: {
    word: "no evidence yet",
    icon: CircleDashed,
    tone: "quiet",
    meaning: "Too few findings to tell.",
  },
};

function Period({ label, counted, filter }: { label: string; counted: Counted; filter: MeasureFilter }) {
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
            {formatCount(rejected)} rejected of {formatCount(n)} flagged
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
  const { skill_version, before, after, verdict, reason, suggests_revert_to: revert_to } = effect;
  const { skill_id, number } = skill_version;
  return (
    <li className="flex flex-col gap-2 border-b px-3 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          href={`/skills/${skill_id}?version=${number}`}
          className="font-medium underline-offset-4 hover:underline"
        >
          Version {formatCount(number)}
        </Link>
        <StatusBadge term={VERDICT_TERMS[verdict]} />
        <span className="text-muted-foreground text-xs">
          {effect.delivered ? "in use since" : "approved, not delivered yet,"}{" "}
          <RelativeTime at={effect.in_force_at} />
        </span>
        {effect.rule_categories.map((category) => (
          <span key={category} className="font-mono text-muted-foreground text-xs">
            {category}
          </span>
        ))}
      </div>
      <dl className="grid max-w-2xl gap-x-6 gap-y-2 sm:grid-cols-2">
        <Period label="Before" counted={before} filter={filterOf(effect, before)} />
        <Period label="After" counted={after} filter={filterOf(effect, after)} />
      </dl>
      <p className="max-w-prose text-pretty text-sm">{reason}</p>
      {revert_to !== null && (
        <Button asChild size="sm" className="self-start">
          <Link href={`/skills/${skill_id}?tab=versions&version=${revert_to}&against=${number}`}>
            Suggested: review version {formatCount(revert_to)} and revert to it
          </Link>
        </Button>
      )}
    </li>
  );
}

/** Before and after one version, on the page of the proposal that made it. */
export function VersionEffectOf({ skill_id, number }: { skill_id: string; number: number }) {
  const query = useQuery(operationQuery(skillEffects, { skill_id }));
  const effect = query.data?.items.find(({ skill_version }) => skill_version.number === number);
  if (!effect) return null;
  return (
    <section aria-label="Before and after" className="border-t pt-1">
      <ul>
        <Effect effect={effect} />
      </ul>
    </section>
  );
}

/** For each approved version of a skill whether its rules are rejected less since. */
export function SkillEffects({ skill }: { skill: SkillDetail }) {
  const query = useQuery(operationQuery(skillEffects, { skill_id: skill.id }));
  const problem = readProblem("The effect", query);
  if (problem) return <ErrorState {...problem} />;
  if (!query.data) return <Skeleton className="h-40" />;
  if (query.data.items.length === 0)
    return (
      <div className="rounded-md border bg-card">
        <EmptyState icon={TrendingDown} title="Nothing to compare yet">
          Once a proposal is approved, the rejection rates of its rules before and after it are compared here.
        </EmptyState>
      </div>
    );
  return (
    <section aria-label="Effect of each version" className="max-w-4xl">
      <p className="mb-2 inline-flex items-center gap-1 text-muted-foreground text-sm">
        Rejection rate of the rules each version addressed, up to {EFFECT_DAYS} days on both sides
        <DefinitionHint term="Effect">
          Rejected ÷ flagged findings of the addressed rules in this skill. Improved or worse only when the 95
          % interval of the difference (Newcombe) excludes 0 and both sides have at least{" "}
          {query.data.least_sample} flagged. The time before includes the findings that led to the change, so
          part of a decrease can be a return to normal.
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
  const query = useQuery(operationQuery(skillTargets, { repository: repository ?? undefined }));
  if (query.isError)
    return <p className="mb-3 text-muted-foreground text-sm">The targets could not be loaded.</p>;
  if (!query.data) return <Skeleton className="mb-3 h-14" />;
  const { false_positives, adoption } = query.data;
  const rows = [
    {
      id: "false_positives",
      label: "False positives −30 % in two weeks",
      ...false_positives,
      meaning:
        "Rejected ÷ flagged findings of all rules, in the 14 days after a skill version came into use, compared with the 14 days before. Met when the rate fell by at least 30 % and the 95 % interval of the difference excludes 0.",
    },
    {
      id: "adoption",
      label: "More than half of the proposals accepted",
      ...adoption,
      meaning: "Approved ÷ decided proposals over all time. Fewer than 10 decided are too few to judge.",
    },
  ];
  return (
    <dl className="mb-4 grid gap-x-6 gap-y-2 rounded-md border bg-card px-3 py-2.5 text-sm md:grid-cols-2">
      {rows.map(({ id, label, verdict, reason, meaning }) => (
        <div key={id} className="min-w-0">
          <dt className="flex flex-wrap items-center gap-x-2">
            <span className="text-muted-foreground">{label}</span>
            <StatusBadge term={TARGET_TERMS[verdict]} />
            <DefinitionHint term={label}>{meaning}</DefinitionHint>
          </dt>
          <dd className="text-pretty">{reason}</dd>
        </div>
      ))}
    </dl>
  );
}
