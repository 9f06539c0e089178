import { groupBy } from "@/lib/kernel/group-by";
import type { FileMemory } from "@/lib/memories/contract";
import type { Finding } from "@/lib/reviews/contract";
import type { FailurePlace } from "@/lib/tasks/contract";

/** How a mark weighs: failing before changed, changed before what nobody knows, and what holds last. */
export const TONES = ["danger", "warn", "neutral", "ok"] as const;

export type Tone = (typeof TONES)[number];

export const MEMORY_STANDINGS = [
  "disputed",
  "quarantined",
  "missing",
  "edited",
  "drifted",
  "unknown",
  "holds",
] as const;

export type MemoryStanding = (typeof MEMORY_STANDINGS)[number];

export const STANDING_TONES: Record<MemoryStanding, Tone> = {
  disputed: "danger",
  quarantined: "danger",
  missing: "danger",
  edited: "warn",
  drifted: "warn",
  unknown: "neutral",
  holds: "ok",
};

const DISPOSITION_TONES: Record<Finding["disposition"], Tone> = {
  reject: "danger",
  defer: "warn",
  clarify: "neutral",
  implement: "ok",
};

const FAILURE_TONES: Record<FailurePlace["failure"]["status"], Tone> = {
  returned: "danger",
  open: "warn",
  solved: "ok",
};

type Common = {
  /** Names the mark in the URL. */
  key: string;
  tone: Tone;
  /** Lines of the file; null for what is on none of them. */
  start: number | null;
  end: number | null;
};

export type MemoryMark = Common & { of: "memory"; standing: MemoryStanding; item: FileMemory };
export type FindingMark = Common & { of: "finding"; item: Finding };
export type FailureMark = Common & { of: "failure"; item: FailurePlace };

/** What agents know of a place in a file. */
export type Mark = MemoryMark | FindingMark | FailureMark;

/** How a memory stands at the commit that is shown. `disputed`: memories that another one contradicts. */
export function memoryStateAt(
  { memory, status, facts }: FileMemory,
  disputed: ReadonlySet<string>,
): MemoryStanding {
  if (disputed.has(memory.id)) return "disputed";
  if (memory.status === "quarantined") return "quarantined";
  if (status === "missing") return "missing";
  if (status === "edited" && !facts.includes("formatting_only")) return "edited";
  if (memory.status === "drifted") return "drifted";
  if (status === "unchecked" || status === "unreachable") return "unknown";
  return "holds";
}

/** Lines that a file has; nothing is marked beyond its end. */
const within = (line: number | null, line_count: number): number | null => {
  if (line === null || line < 1 || line > line_count) return null;
  return line;
};

export function memoryMarks(
  items: readonly FileMemory[],
  { path, line_count, disputed }: { path: string; line_count: number; disputed: ReadonlySet<string> },
): MemoryMark[] {
  return items.map((item) => {
    const standing = memoryStateAt(item, disputed);
    const start = item.path === path ? within(item.line_start, line_count) : null;
    return {
      of: "memory",
      key: `memory-${item.citation.id}`,
      tone: STANDING_TONES[standing],
      standing,
      start,
      end: start === null ? null : Math.min(item.line_end ?? start, line_count),
      item,
    };
  });
}

export function findingMarks(items: readonly Finding[], line_count: number): FindingMark[] {
  return items.map((item) => {
    const line = within(item.line, line_count);
    return {
      of: "finding",
      key: `finding-${item.id}`,
      tone: DISPOSITION_TONES[item.disposition],
      start: line,
      end: line,
      item,
    };
  });
}

export function failureMarks(items: readonly FailurePlace[], line_count: number): FailureMark[] {
  return items.map((item) => {
    const line = within(item.line, line_count);
    return {
      of: "failure",
      key: `failure-${item.failure.id}-${item.line ?? 0}`,
      tone: FAILURE_TONES[item.failure.status],
      start: line,
      end: line,
      item,
    };
  });
}

const KINDS = ["memory", "finding", "failure"] as const;

const byWeight = (a: Mark, b: Mark): number =>
  TONES.indexOf(a.tone) - TONES.indexOf(b.tone) || KINDS.indexOf(a.of) - KINDS.indexOf(b.of);

/** The marks that begin on each line, the gravest first; those of no line under 0. */
export function marksByLine(marks: readonly Mark[]): ReadonlyMap<number, readonly Mark[]> {
  const lines = groupBy(marks, ({ start }) => start ?? 0);
  for (const list of lines.values()) list.sort(byWeight);
  return lines;
}

/** The gravest tone of the memories that cite each line; lines that none cites are not in it. */
export function tonesOfLines(marks: readonly Mark[]): ReadonlyMap<number, Tone> {
  const tones = new Map<number, Tone>();
  for (const { of, start, end, tone } of marks) {
    if (of !== "memory" || start === null || end === null) continue;
    for (let line = start; line <= end; line += 1) {
      const known = tones.get(line);
      if (known === undefined || TONES.indexOf(tone) < TONES.indexOf(known)) tones.set(line, tone);
    }
  }
  return tones;
}

/** The line with marks that comes after (or before) one; the first (or last) one from outside, null without any. */
export function nextMarked(
  lines: readonly number[],
  { from, step }: { from: number | null; step: 1 | -1 },
): number | null {
  if (from === null) return (step === 1 ? lines[0] : lines.at(-1)) ?? null;
  const found = step === 1 ? lines.find((line) => line > from) : lines.findLast((line) => line < from);
  return found ?? from;
}
