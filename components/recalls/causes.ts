import type { RecallCandidate } from "@/lib/recall/contract";

/** Why candidates are left out of a pack, in the order in which they are listed; each by the sentences that say so. */
const CAUSES: readonly { title: string; says: RegExp }[] = [
  { title: "Over the maximum number", says: /^The best \d+ are given\.$/ },
  { title: "No room in the budget", says: /no room for it in the budget/ },
  { title: "Already delivered in this session", says: /delivered in this session already/ },
  { title: "Says the same as another", says: /says the same/ },
  { title: "In conflict, other side not available", says: /^It is disputed/ },
  { title: "The cited code has changed", says: /code that it cites has changed/ },
  { title: "Not checked in time", says: /could not be (checked in time|seen to hold)/ },
  { title: "No memory relevant enough for a pack", says: /relevance from which a pack is given/ },
  { title: "Below the relevance floor", says: /is below the floor of/ },
];
const OTHER = "Other reasons";

/** How many that were left out are shown beside those that are in. */
const NEAREST = 3;

export type Cause = { title: string; candidates: RecallCandidate[] };
export type Arranged = {
  chosen: RecallCandidate[];
  /** Of those left out, the most relevant ones. */
  nearest: RecallCandidate[];
  /** The rest, by why they are left out. */
  causes: Cause[];
};

const relevanceOf = ({ scores }: RecallCandidate): number => scores.relevance ?? 0;

/** The candidates as somebody asks about them: what is in, what was nearly in, and why the rest is not. */
export function arrange(candidates: readonly RecallCandidate[]): Arranged {
  const chosen = candidates.filter(({ place }) => place !== "out");
  const out = candidates
    .filter(({ place }) => place === "out")
    .sort((one, other) => relevanceOf(other) - relevanceOf(one));
  const nearest = out.filter((candidate) => relevanceOf(candidate) > 0).slice(0, NEAREST);
  const rest = out.filter((candidate) => !nearest.includes(candidate));
  const titles = [...CAUSES.map(({ title }) => title), OTHER];
  const causes = titles
    .map((title) => ({ title, candidates: rest.filter(({ reason }) => causeOf(reason) === title) }))
    .filter((cause) => cause.candidates.length > 0);
  return { chosen, nearest, causes };
}

const causeOf = (reason: string): string => CAUSES.find(({ says }) => says.test(reason))?.title ?? OTHER;
