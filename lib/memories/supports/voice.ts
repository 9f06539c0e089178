import { SUPPORT_KINDS, type SupportKind } from "@/lib/citations/contract";

/** What people said of changes of one kind: the memory still holds, or it does not any more. */
export type Votes = { holds: number; stale: number };

/** From so many decisions on a kind is judged by them. */
export const LEAST_DECISIONS = 20;
/** A kind whose changes are confirmed less often is not asked about any more. */
export const LEAST_CONFIRMED = 0.1;

/** Whether changes of a kind are worth a person's and an agent's time, by what people said of those before. */
export function isHeard({ holds, stale }: Votes): boolean {
  const decisions = holds + stale;
  return decisions < LEAST_DECISIONS || stale >= LEAST_CONFIRMED * decisions;
}

/** The kinds that are asked about. */
export function heardKinds(votes: ReadonlyMap<SupportKind, Votes>): SupportKind[] {
  return SUPPORT_KINDS.filter((kind) => isHeard(votes.get(kind) ?? { holds: 0, stale: 0 }));
}
