"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { DeskTotal } from "@/components/pieces/desk";
import { formatCount } from "@/components/pieces/format";
import { CITATION_STATUSES, MEMORY_KINDS as KIND_TERMS } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { operationQuery } from "@/lib/doors/client";
import { MEMORY_KINDS, memoryFacets } from "@/lib/memories/contract";
import { DRIFT_SORTS, type DriftFilters, type DriftSort, driftFacetsInput, FAILING } from "./parameters";

const ANY = "any";

type Change = {
  verdict?: DriftFilters["verdict"];
  kind?: DriftFilters["kind"];
  sort?: DriftSort;
};

/** Verdict, kind and order of the queue; each choice says how many it leaves. The repository is chosen in the frame. */
export function DriftFilterBar({
  repository,
  verdict,
  kind,
  sort,
  total,
  onChange,
  className,
}: DriftFilters & {
  sort: DriftSort;
  /** How many pass the filters; undefined while that is not known. */
  total: number | undefined;
  onChange: (change: Change) => void;
  className?: string | undefined;
}) {
  const kinds = useQuery(operationQuery(memoryFacets, driftFacetsInput({ repository, verdict, kind: null })));
  const edited = useQuery(
    operationQuery(memoryFacets, driftFacetsInput({ repository, verdict: "edited", kind })),
  );
  const missing = useQuery(
    operationQuery(memoryFacets, driftFacetsInput({ repository, verdict: "missing", kind })),
  );
  const ofVerdict = { edited: edited.data?.total, missing: missing.data?.total };
  const ofKind = (value: string) =>
    kinds.data && (kinds.data.kind.find((facet) => facet.value === value)?.count ?? 0);
  const present = MEMORY_KINDS.filter((value) => value === kind || (ofKind(value) ?? 0) > 0);
  return (
    <search
      aria-label="Filters of the queue"
      className={cn("mb-3 flex flex-wrap items-center gap-2", className)}
    >
      <Select
        value={verdict ?? ANY}
        onValueChange={(next) => onChange({ verdict: FAILING.find((value) => value === next) ?? null })}
      >
        <SelectTrigger aria-label="Verdict" className="min-w-36">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value={ANY}>Any verdict</SelectItem>
          {FAILING.map((value) => (
            <SelectItem key={value} value={value}>
              {CITATION_STATUSES[value].word} <Count value={ofVerdict[value]} />
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <Select
        value={kind ?? ANY}
        onValueChange={(next) => onChange({ kind: MEMORY_KINDS.find((value) => value === next) ?? null })}
      >
        <SelectTrigger aria-label="Kind" className="min-w-36">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value={ANY}>Any kind</SelectItem>
          {present.map((value) => (
            <SelectItem key={value} value={value}>
              {KIND_TERMS[value].word} <Count value={ofKind(value)} />
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <Select
        value={sort}
        onValueChange={(next) => {
          if (next === "since" || next === "uses" || next === "reach") onChange({ sort: next });
        }}
      >
        <SelectTrigger aria-label="Order" className="min-w-36">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {Object.entries(DRIFT_SORTS).map(([value, { word }]) => (
            <SelectItem key={value} value={value}>
              {word}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      {(verdict !== null || kind !== null) && (
        <Button variant="ghost" onClick={() => onChange({ verdict: null, kind: null })}>
          <X aria-hidden />
          Clear
        </Button>
      )}
      {total !== undefined && <DeskTotal total={total} />}
    </search>
  );
}

function Count({ value }: { value: number | undefined }) {
  if (value === undefined) return null;
  return <span className="text-muted-foreground">{formatCount(value)}</span>;
}
