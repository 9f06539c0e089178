import { readActor } from "@/lib/access";
import { filesUrl, verdictOf } from "@/lib/citations";
import { PROBE_STATUSES, type ProbeExpectation, type ProbeStatus } from "@/lib/citations/contract";
import type { Prisma } from "@/lib/db/generated/client";
import { oneOfOr } from "@/lib/kernel/one-of";
import { type MemoryProbe, type MemoryProbePlace, memoryProbePlaceSchema } from "../contract";

/** Of memories that somebody may still be given. */
export const inUse = {
  deleted_at: null,
  status: { in: ["active", "drifted", "expired", "quarantined"] },
} satisfies Prisma.memoryWhereInput;

export const withRepository = {
  repository: {
    select: {
      id: true,
      name: true,
      source_kind: true,
      source_location: true,
      connection: { select: { base_url: true } },
    },
  },
} satisfies Prisma.memory_probeInclude;

type Row = Prisma.memory_probeGetPayload<{ include: typeof withRepository }>;

export const toStatus = (status: string): ProbeStatus => oneOfOr(PROBE_STATUSES, status, "unknown");

export const expectationOf = ({ at_least }: { at_least: number | null }): ProbeExpectation =>
  at_least === null ? { violations: "none" } : { at_least };

export const placesOf = ({ places }: { places: Prisma.JsonValue }): MemoryProbePlace[] =>
  memoryProbePlaceSchema.array().safeParse(places).data ?? [];

export function toProbe(row: Row): MemoryProbe {
  const { id, memory_id, repository, rule, paths, matches, support, files } = row;
  const { connection, source_kind, source_location } = repository;
  const { summary, reason } = verdictOf(expectationOf(row), row);
  return {
    id,
    memory_id,
    repository: { id: repository.id, name: repository.name },
    rule,
    expectation: expectationOf(row),
    paths,
    except: row.except_paths,
    status: toStatus(row.status),
    summary,
    reason,
    matches,
    support,
    files,
    places: placesOf(row),
    files_url: filesUrl({
      kind: source_kind,
      location: source_location,
      api_url: connection?.base_url ?? null,
      commit: row.checked_commit,
    }),
    checked_commit: row.checked_commit,
    checked_at: row.checked_at.toISOString(),
    violated_commit: row.violated_commit,
    violated_since: row.violated_since?.toISOString() ?? null,
    problem: row.problem,
    created_by: readActor(row, "created_by"),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
