import type { CheckResult } from "@/lib/citations";
import {
  type CitationFact,
  type CitationStatus,
  LOW_CONFIDENCE,
  type StandsAt,
} from "@/lib/citations/contract";
import type { MemoryStatus } from "../contract";

/** What can happen to a memory's status. `found_*` are the verdicts of a check. */
export type Transition =
  | "found_valid"
  | "found_drifted"
  | "found_missing"
  | "refresh"
  | "recite"
  | "supersede"
  | "invalidate"
  | "expire"
  | "quarantine"
  | "release";

/**
 * Where each transition leads from each status; what is not listed does not happen. Superseded and invalid win over
 * drifted and expired, and only a lead's release leads out of quarantine to active.
 */
const TRANSITIONS: Record<Transition, Partial<Record<MemoryStatus, MemoryStatus>>> = {
  found_valid: { drifted: "active" },
  found_drifted: { active: "drifted" },
  found_missing: { active: "invalid", drifted: "invalid" },
  refresh: { active: "active", drifted: "active", expired: "active" },
  recite: { active: "active", drifted: "active" },
  supersede: {
    active: "superseded",
    drifted: "superseded",
    expired: "superseded",
    invalid: "superseded",
    quarantined: "superseded",
  },
  invalidate: { active: "invalid", drifted: "invalid", expired: "invalid", quarantined: "invalid" },
  expire: { active: "expired", drifted: "expired" },
  quarantine: { active: "quarantined", drifted: "quarantined", expired: "quarantined" },
  release: { quarantined: "active" },
};

/** The status after a transition, or null when it does not apply to a memory of this status. */
export function nextStatus(status: MemoryStatus, transition: Transition): MemoryStatus | null {
  return TRANSITIONS[transition][status] ?? null;
}

/** Statuses that a restore leads out of: back to what the memory was before. */
export const RESTORABLE: ReadonlySet<MemoryStatus> = new Set(["invalid", "superseded", "expired"]);

/**
 * What the citations of a memory say together:
 * - `missing`: every one is missing.
 * - `drifted`: any is edited or missing.
 * - `unknown`: none failed, and some could not be read or were never checked; this never counts against the memory.
 * - `valid`: all hold. Null when there are none.
 */
export type Verdict = "valid" | "drifted" | "missing" | "unknown";

const TRANSITION_OF: Record<Verdict, Transition | null> = {
  valid: "found_valid",
  drifted: "found_drifted",
  missing: "found_missing",
  unknown: null,
};

/**
 * The status after a check. What a check invalidated, a check restores as far as the citations hold again; what a person
 * decided stays. Null when the status stays.
 */
export function statusAfterCheck(
  { status, invalidated_by_check }: { status: MemoryStatus; invalidated_by_check: boolean },
  verdict: Verdict,
): MemoryStatus | null {
  const transition = TRANSITION_OF[verdict];
  if (transition === null) return null;
  if (status !== "invalid" || !invalidated_by_check) return nextStatus(status, transition);
  if (transition === "found_drifted") return "drifted";
  if (transition === "found_valid") return "active";
  return null;
}

/**
 * As `verdictOf`; a verdict that is a guess counts as not checked, and a text that was copied before it went from its
 * place is not lost: somebody decides whether to follow it. Nor is a memory lost with a place that was only inferred.
 */
export function verdictOfCitations(citations: readonly Found[]): Verdict | null {
  return verdictOf(
    citations.map((citation) => {
      const status = effectiveStatus(citation);
      if (status === "missing" && (citation.stands_at || citation.inferred)) return "edited";
      return status;
    }),
  );
}

export function verdictOf(statuses: readonly CitationStatus[]): Verdict | null {
  if (statuses.length === 0) return null;
  if (statuses.every((status) => status === "missing")) return "missing";
  if (statuses.some((status) => status === "edited" || status === "missing")) return "drifted";
  if (statuses.some((status) => status === "unreachable" || status === "unchecked")) return "unknown";
  return "valid";
}

/** What a check found of a citation. */
export type Found = {
  status: CitationStatus;
  confidence: number | null;
  facts: readonly CitationFact[];
  stands_at?: StandsAt | null;
  /** Its place was inferred from the memory's text. */
  inferred?: boolean;
};

/** What may be relied on of a verdict: a guess counts as not checked, and code that was only formatted as the same. */
export function effectiveStatus({ status, confidence, facts }: Found): CitationStatus {
  if (confidence !== null && confidence < LOW_CONFIDENCE) return "unchecked";
  if (status === "edited" && facts.includes("formatting_only")) return "unchanged";
  return status;
}

/** Whether a verdict may be relied on and says that the code is not as it was cited. */
export function fails(verdict: Found): boolean {
  const status = effectiveStatus(verdict);
  return status === "edited" || status === "missing";
}

export function groupByMemory(results: readonly CheckResult[]): Map<string, CheckResult[]> {
  const groups = new Map<string, CheckResult[]>();
  for (const result of results) {
    const group = groups.get(result.memory_id);
    if (group) group.push(result);
    else groups.set(result.memory_id, [result]);
  }
  return groups;
}

/** The citations of a memory as they stand after these results; see `recordChecks` for what `unreachable` leaves alone. */
export function withResults<C extends Found & { id: string }>(
  citations: readonly C[],
  results: readonly CheckResult[],
): C[] {
  const found = new Map(results.map((result) => [result.citation_id, result]));
  return citations.map((citation) => {
    const result = found.get(citation.id);
    if (!result) return citation;
    const { status, confidence, stands_at, facts } = result;
    const failed = citation.status === "edited" || citation.status === "missing";
    if (status === "unreachable" && failed) return citation;
    return { ...citation, status, confidence, stands_at, facts };
  });
}
