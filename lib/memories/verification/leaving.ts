import type { CheckResult, Checks } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import {
  fails,
  groupByMemory,
  statusAfterCheck,
  verdictOfCitations,
  withResults,
} from "../lifecycle/transitions";
import type { JudgedMemory } from "../memory/queries";
import { type Brake, holdVerdicts, type Leaving } from "./suspicious-heads";

/**
 * Checks without the results of memories that they would take out of service at a suspicious commit: these are kept
 * beside what is on record. `held`: the memories it is about.
 */
export async function withoutHeld(
  tx: Db,
  {
    organization_id,
    memories,
    checks,
    brake,
    now,
  }: {
    organization_id: string;
    memories: readonly JudgedMemory[];
    checks: readonly Checks[];
    brake: Brake;
    now: Date;
  },
): Promise<{ checks: Checks[]; held: ReadonlySet<string> }> {
  const current = checks.flatMap(({ results }) => results).filter(({ outdated }) => !outdated);
  const byMemory = groupByMemory(current);
  const leaving = new Map(
    memories.flatMap((memory) => {
      const entry = leavingOf(memory, byMemory.get(memory.id) ?? []);
      if (entry) return [[memory.id, entry] as const];
      return [];
    }),
  );
  const held = new Set<string>();
  const kept: Checks[] = [];
  // In one order, so that two with several repositories do not wait for each other in a circle.
  for (const check of checks.toSorted((left, right) =>
    left.repository_id.localeCompare(right.repository_id),
  )) {
    const { repository_id, commit } = check;
    const failing = new Set(
      check.results.filter((result) => fails(result) && !result.outdated).map(({ memory_id }) => memory_id),
    );
    const own = [...failing].flatMap((id) => leaving.get(id) ?? []);
    if (
      own.length === 0 ||
      !(await holdVerdicts(tx, { organization_id, repository_id, commit, leaving: own, brake, now }))
    ) {
      kept.push(check);
      continue;
    }
    for (const { memory_id } of own) held.add(memory_id);
    kept.push({ ...check, results: check.results.filter(({ memory_id }) => !held.has(memory_id)) });
  }
  return { checks: kept, held };
}

/** What a check found of a memory that it would take out of service, or make invalid; null when it does neither. */
function leavingOf(memory: JudgedMemory, results: readonly CheckResult[]): Leaving | null {
  const verdict = verdictOfCitations(withResults(memory.citations, results));
  if (verdict !== "drifted" && verdict !== "missing") return null;
  if (memory.status !== "active" && memory.status !== "drifted") return null;
  if (statusAfterCheck(memory, verdict) === null) return null;
  const found = new Map(results.map((result) => [result.citation_id, result]));
  return {
    memory_id: memory.id,
    in_service: memory.status === "active",
    verdict,
    citations: memory.citations.flatMap(({ id, path, line_start, line_end, status }) => {
      const result = found.get(id);
      if (!result) return [];
      const { similarity, reason } = result;
      return [
        { citation_id: id, status, found: result.status, path, line_start, line_end, similarity, reason },
      ];
    }),
  };
}
