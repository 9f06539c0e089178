"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { ChartSkeleton } from "@/components/pieces/chart-skeleton";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { PROBE_STATUSES } from "@/components/pieces/vocabulary";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import { type ListedProbe, type ProbeErosion, probeErosionGet, probeList } from "@/lib/memories/contract";
import { citationsRepository } from "@/messages/compiled/citations-repository";
import { vocabulary } from "@/messages/compiled/vocabulary";

const ErosionChart = dynamic(() => import("./erosion-chart").then((chart) => chart.ErosionChart), {
  ssr: false,
  loading: ChartSkeleton,
});

const DAYS = 90;
const SHOWN = 10;

/** What the probes of a repository's memories say: how many hold, which are violated and since when, and over time. */
export function Probes({ repository_id }: { repository_id: string }) {
  const t = useMessages(citationsRepository);
  const erosion = useQuery(operationQuery(probeErosionGet, { repository_id, days: DAYS }));
  const violated = useQuery(operationQuery(probeList, { repository_id, status: "violated", limit: SHOWN }));
  const problem = readProblem(t("probes_unreadable"), erosion.error === null ? violated : erosion);
  if (problem && !(erosion.data && violated.data)) return <ErrorState {...problem} />;
  const today = erosion.data?.points.at(-1);
  // Most repositories have none, and a section that says so would be in the way of what there is.
  if (!today || !violated.data || countOf(today) === 0) return null;
  return (
    <section aria-labelledby="probes" className="flex min-w-0 flex-col gap-3">
      <h2 id="probes" className="flex items-center gap-1 font-semibold text-sm">
        {t("probes")}
        <DefinitionHint term={t("probes")}>{t("probes_meaning")}</DefinitionHint>
      </h2>
      <Today point={today} />
      <Violated probes={violated.data.items} total={violated.data.total} />
      <ErosionChart points={erosion.data?.points ?? []} />
    </section>
  );
}

type Point = ProbeErosion["points"][number];

const countOf = ({ holds, violated, unknown }: Point) => holds + violated + unknown;

function Today({ point }: { point: Point }) {
  const t = useMessages(citationsRepository);
  const words = useMessages(vocabulary);
  const { holds, violated, unknown } = point;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <StatusBadge
        term={PROBE_STATUSES.holds}
        t={words}
        word={t("probes_hold", { holds, count: countOf(point) })}
      />
      {violated > 0 && (
        <StatusBadge
          term={PROBE_STATUSES.violated}
          t={words}
          word={t("probes_violated", { count: violated })}
        />
      )}
      {unknown > 0 && (
        <StatusBadge term={PROBE_STATUSES.unknown} t={words} word={t("probes_unknown", { count: unknown })} />
      )}
    </p>
  );
}

function Violated({ probes, total }: { probes: readonly ListedProbe[]; total: number }) {
  const t = useMessages(citationsRepository);
  if (probes.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <ul aria-label={t("violated_probes")} className="flex min-w-0 flex-col rounded-md border bg-card">
        {probes.map((probe) => (
          <Row key={probe.id} probe={probe} />
        ))}
      </ul>
      {total > probes.length && (
        <p className="text-muted-foreground text-xs">{t("more", { count: total - probes.length })}</p>
      )}
    </div>
  );
}

function Row({ probe }: { probe: ListedProbe }) {
  const t = useMessages(citationsRepository);
  const words = useMessages(vocabulary);
  const { memory_id, statement, summary, first_place, violated_since } = probe;
  return (
    <li className="min-w-0 border-b px-3 py-2 last:border-b-0">
      <Link
        href={`/memories/${memory_id}`}
        dir="auto"
        className="line-clamp-2 wrap-anywhere text-sm decoration-border-strong underline-offset-4 hover:underline"
      >
        {visible(statement)}
      </Link>
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-muted-foreground text-xs">
        <StatusBadge term={PROBE_STATUSES.violated} t={words} word={summary} />
        {first_place && (
          <code className="wrap-anywhere">
            {first_place.path}:{first_place.line_start}
          </code>
        )}
        {violated_since !== null && (
          <span>{t.rich("violated_since", { when: () => <RelativeTime at={violated_since} /> })}</span>
        )}
      </p>
    </li>
  );
}
