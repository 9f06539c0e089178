import type { RelevanceModel } from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import type { RecallPlace } from "../contract";
import type { PackCandidate } from "./relevance";
import type { Usable } from "./verify";

/** A candidate with what became of it, as the ledger keeps it. */
export type Judged = PackCandidate & {
  place: RecallPlace;
  reason: string;
  tokens: number;
  /** The other side of an open conflict is in the same pack. */
  disputed?: boolean;
  /** Its relevance alone would not have brought it: changed files violate its probe. */
  only_violated?: boolean;
};

export type Floors = RelevanceModel["floors"];

/** What keeps a candidate out of a pack, or is known of it otherwise. */
export type Findings = {
  /** Memories that the safety rules block, with the reason. */
  blocked: ReadonlyMap<string, string>;
  /** How the citations of cited memories stand; absent: nothing is cited. */
  usable: ReadonlyMap<string, Usable>;
  /** Whether a reader who knows one memory learns nothing from the other. */
  sayTheSame: (one: Memory, other: Memory) => boolean;
  /** For every memory in an open conflict, the memories of the other side. */
  disputes: ReadonlyMap<string, readonly string[]>;
};

const MAX_UNCHECKED = 5;
/** Violated memories below the floor in a pack, beside the relevant ones: more would be a list of what is wrong here. */
export const MAX_ONLY_VIOLATED = 2;
const percent = (share: number) => `${Math.round(share * 100)} %`;

/**
 * What stands between a candidate and the pack because of its relevance: nothing opens a pack below `floors.open`, and
 * nothing joins one below `floors.join`. What was only learned lately or belongs to the developer never opens one.
 */
export function belowFloor(
  candidate: PackCandidate,
  { floors, opened }: { floors: Floors; opened: boolean },
): string | null {
  if (isReserved(candidate)) return null;
  const { probability } = candidate.relevance;
  if (probability < floors.join)
    return `Its relevance of ${percent(probability)} is below the floor of ${percent(floors.join)}.`;
  if (opened) return null;
  return `Nothing reaches the ${percent(floors.open)} of relevance from which a pack is given; its own is ${percent(probability)}.`;
}

const OPENING_SOURCES = [
  "search",
  "cited_file",
  "violation",
  "applies_to",
  "file_pattern",
  "framework",
] as const;

/** What a role needs first has a share of its own: past rejections in the files that a reviewer looks at. */
export const isReserved = ({ sources }: PackCandidate): boolean => sources.has("rejection");

/** Whether a candidate is relevant enough for a pack to be given at all. */
export function opensPack(candidate: PackCandidate, floors: Floors): boolean {
  if (isReserved(candidate)) return true;
  const { relevance, sources } = candidate;
  return relevance.probability >= floors.open && OPENING_SOURCES.some((source) => sources.has(source));
}

/**
 * Decides on each candidate, the best first: the relevant ones are served unless they are blocked, fail their check, or
 * say what another says already; what could not be checked in time is listed apart. At most `most` are served, and beside
 * them MAX_ONLY_VIOLATED that changed files violate, which open the pack for nothing else.
 */
export function chooseForPack({
  candidates,
  floors,
  findings,
  most,
}: {
  candidates: readonly PackCandidate[];
  floors: Floors;
  findings: Findings;
  most: number;
}): Judged[] {
  const { blocked } = findings;
  const stateOf = (candidate: PackCandidate) => stateIn(findings, candidate);
  const fits = (candidate: PackCandidate) =>
    !blocked.has(candidate.memory.id) && stateOf(candidate) !== "failed";
  const opened = candidates.some((candidate) => fits(candidate) && opensPack(candidate, floors));
  const kept: PackCandidate[] = [];
  let unchecked = 0;
  let relevant = 0;
  let only_violated = 0;
  const judged = candidates.map((candidate): Judged => {
    const { memory } = candidate;
    const out = (reason: string): Judged => ({ ...candidate, place: "out", reason, tokens: 0 });
    const reason = blocked.get(memory.id);
    if (reason !== undefined) return out(`It ${reason}.`);
    const state = stateOf(candidate);
    if (state === "failed") return out("The code that it cites has changed.");
    const low = belowFloor(candidate, { floors, opened });
    if (low !== null && candidate.violated === null) return out(low);
    const same = kept.find((other) => findings.sayTheSame(other.memory, memory));
    if (same) return out(`It says the same as ${same.memory.id}.`);
    if (low !== null) {
      if (findings.disputes.has(memory.id))
        return out(`${low} It is violated in a changed file, and disputed.`);
      if (only_violated >= MAX_ONLY_VIOLATED) return out(`${low} ${ENOUGH_VIOLATED}`);
      only_violated += 1;
    }
    if (state === "unchecked") {
      const late = "Its citations could not be checked in time.";
      if (++unchecked > MAX_UNCHECKED) return out(late);
      return { ...candidate, place: "check_before_use", reason: late, tokens: 0 };
    }
    if (low !== null) {
      kept.push(candidate);
      return { ...onlyViolated(candidate), tokens: 0 };
    }
    if (relevant >= most) return out(`The best ${most} are given.`);
    relevant += 1;
    kept.push(candidate);
    return { ...candidate, place: "served", reason: candidate.why, tokens: 0 };
  });
  // What no check has seen to hold is never added, not even as the other side.
  const holds = (candidate: PackCandidate) => fits(candidate) && stateOf(candidate) === "verified";
  return settleDisputes(judged, findings.disputes, holds);
}

function stateIn({ usable }: Findings, { memory }: PackCandidate): Usable {
  if (memory.citations.length === 0) return "verified";
  return usable.get(memory.id) ?? "unchecked";
}

const ENOUGH_VIOLATED = `It is violated in a changed file, as ${MAX_ONLY_VIOLATED} others are that are given.`;

/** What is in a pack whatever its relevance, which the reason says. */
function onlyViolated(candidate: PackCandidate): Omit<Judged, "tokens"> {
  const reason = `${candidate.why}; its relevance of ${percent(candidate.relevance.probability)} would not have brought it`;
  return { ...candidate, place: "served", reason, only_violated: true };
}

/** Both sides of an open conflict come together, or neither. */
function settleDisputes(
  judged: readonly Judged[],
  disputes: Findings["disputes"],
  holds: (candidate: PackCandidate) => boolean,
): Judged[] {
  const byId = new Map(judged.map((one) => [one.memory.id, one]));
  const wanted = new Set<string>();
  const refused = new Set<string>();
  for (const { memory, place } of judged) {
    const others = disputes.get(memory.id);
    if (place !== "served" || !others) continue;
    const available = others.filter((id) => {
      const other = byId.get(id);
      return other !== undefined && holds(other);
    });
    if (available.length === others.length) for (const id of [memory.id, ...available]) wanted.add(id);
    else refused.add(memory.id);
  }
  return judged.map((one): Judged => {
    const { id } = one.memory;
    if (refused.has(id))
      return { ...one, place: "out", reason: "It is disputed, and the other side cannot be shown." };
    if (!wanted.has(id)) return one;
    if (one.place === "served") return { ...one, disputed: true };
    return { ...one, place: "served", reason: "contradicts another memory of this pack", disputed: true };
  });
}
