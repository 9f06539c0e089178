"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { ChartSkeleton } from "@/components/pieces/chart-skeleton";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { PROBE_STATUSES } from "@/components/pieces/vocabulary";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { operationQuery } from "@/lib/doors/client";
import { type ListedProbe, type ProbeErosion, probeErosionGet, probeList } from "@/lib/memories/contract";

const ErosionChart = dynamic(() => import("./erosion-chart").then((chart) => chart.ErosionChart), {
  ssr: false,
  loading: ChartSkeleton,
});

const DAYS = 90;
const SHOWN = 10;

/** What the probes of a repository's memories say: how many hold, which are violated and since when, and over time. */
export function Probes({ repository_id }: { repository_id: string }) {
  const erosion = useQuery(operationQuery(probeErosionGet, { repository_id, days: DAYS }));
  const violated = useQuery(operationQuery(probeList, { repository_id, status: "violated", limit: SHOWN }));
  const problem = readProblem("The probes", erosion.error === null ? violated : erosion);
  if (problem && !(erosion.data && violated.data)) return <ErrorState {...problem} />;
  const today = erosion.data?.points.at(-1);
  // Most repositories have none, and a section that says so would be in the way of what there is.
  if (!today || !violated.data || countOf(today) === 0) return null;
  return (
    <section aria-labelledby="probes" className="flex min-w-0 flex-col gap-3">
      <h2 id="probes" className="flex items-center gap-1 font-semibold text-sm">
        Probes
        <DefinitionHint term="Probes">
          Rules of memories in use. Each check searches the changed files for them.
        </DefinitionHint>
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
  const { holds, violated, unknown } = point;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <StatusBadge
        term={{
          ...PROBE_STATUSES.holds,
          word: `${formatCount(holds)} of ${formatCount(countOf(point))} hold`,
        }}
      />
      {violated > 0 && (
        <StatusBadge term={{ ...PROBE_STATUSES.violated, word: `${formatCount(violated)} violated` }} />
      )}
      {unknown > 0 && (
        <StatusBadge term={{ ...PROBE_STATUSES.unknown, word: `${formatCount(unknown)} unknown` }} />
      )}
    </p>
  );
}

function Violated({ probes, total }: { probes: readonly ListedProbe[]; total: number }) {
  if (probes.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <ul aria-label="Violated probes" className="flex min-w-0 flex-col rounded-md border bg-card">
        {probes.map((probe) => (
          <Row key={probe.id} probe={probe} />
        ))}
      </ul>
      {total > probes.length && (
        <p className="text-muted-foreground text-xs">And {formatCount(total - probes.length)} more.</p>
      )}
    </div>
  );
}

function Row({ probe }: { probe: ListedProbe }) {
  const { memory_id, statement, summary, first_place, violated_since } = probe;
  return (
    <li className="min-w-0 border-b px-3 py-2 last:border-b-0">
      <Link
        href={`/memories/${memory_id}`}
        dir="auto"
        className="line-clamp-2 wrap-anywhere text-sm decoration-border-strong underline-offset-4 hover:underline"
      >
        {statement}
      </Link>
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-muted-foreground text-xs">
        <StatusBadge term={{ ...PROBE_STATUSES.violated, word: summary }} />
        {first_place && (
          <code className="wrap-anywhere">
            {first_place.path}:{first_place.line_start}
          </code>
        )}
        {violated_since !== null && (
          <span>
            since <RelativeTime at={violated_since} />
          </span>
        )}
      </p>
    </li>
  );
}
