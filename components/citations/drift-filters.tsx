"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { FilterSelect } from "@/components/pieces/filter-select";
import { useFormat } from "@/components/pieces/use-format";
import { CITATION_STATUSES, MEMORY_KINDS as KIND_TERMS } from "@/components/pieces/vocabulary";
import { QueueFilters } from "@/components/review-queue/filters";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { MEMORY_KINDS, memoryFacets } from "@/lib/memories/contract";
import { citationsDrift } from "@/messages/compiled/citations-drift";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { DRIFT_SORT_NAMES, DRIFT_SORTS, type DriftFilters, driftFacetsInput, FAILING } from "./parameters";
import type { DriftQueueState } from "./use-drift-queue";

/** Verdict, kind and order of the queue; each choice says how many it leaves. The repository is chosen in the frame. */
export function DriftFilterBar({
  drift: { queue, filters, sort, isFiltered, change },
}: {
  drift: DriftQueueState;
}) {
  const t = useMessages(citationsDrift);
  const words = useMessages(vocabulary);
  const { verdict, kind } = filters;
  const verdicts = useVerdictCounts(filters);
  const kinds = useKindCounts(filters);
  const present = MEMORY_KINDS.filter((value) => value === kind || (kinds(value) ?? 0) > 0);
  return (
    <QueueFilters total={queue.page?.total}>
      <FilterSelect
        label={t("verdict")}
        value={verdict}
        anyLabel={t("any_verdict")}
        options={FAILING.map((value) => ({
          value,
          label: <Counted word={words(CITATION_STATUSES[value].word)} count={verdicts[value]} />,
        }))}
        onChange={(next) => change({ verdict: next })}
      />
      <FilterSelect
        label={t("kind")}
        value={kind}
        anyLabel={t("any_kind")}
        options={present.map((value) => ({
          value,
          label: <Counted word={words(KIND_TERMS[value].word)} count={kinds(value)} />,
        }))}
        onChange={(next) => change({ kind: next })}
      />
      <FilterSelect
        label={t("order")}
        value={sort}
        options={DRIFT_SORT_NAMES.map((value) => ({ value, label: t(DRIFT_SORTS[value].word) }))}
        onChange={(next) => change({ sort: next })}
      />
      {isFiltered && (
        <Button variant="ghost" onClick={() => change({ verdict: null, kind: null })}>
          <X aria-hidden />
          {t("clear")}
        </Button>
      )}
    </QueueFilters>
  );
}

function useVerdictCounts(filters: DriftFilters) {
  const edited = useQuery(operationQuery(memoryFacets, driftFacetsInput({ ...filters, verdict: "edited" })));
  const missing = useQuery(
    operationQuery(memoryFacets, driftFacetsInput({ ...filters, verdict: "missing" })),
  );
  return { edited: edited.data?.total, missing: missing.data?.total };
}

function useKindCounts(filters: DriftFilters) {
  const { data } = useQuery(operationQuery(memoryFacets, driftFacetsInput({ ...filters, kind: null })));
  return (kind: string) => data && (data.kind.find(({ value }) => value === kind)?.count ?? 0);
}

function Counted({ word, count }: { word: string; count: number | undefined }) {
  const { formatCount } = useFormat();
  return (
    <>
      {word} {count !== undefined && <span className="text-muted-foreground">{formatCount(count)}</span>}
    </>
  );
}
