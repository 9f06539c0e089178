import type { RecallCandidate } from "@/lib/recall/contract";
import type { recallParts } from "@/messages/compiled/recall-parts";
import type { PlainKey } from "@/messages/message";

type CauseTitle = PlainKey<typeof recallParts>;

/** Why candidates are left out of a pack, in the order in which they are listed; each by the sentences that say so. */
const CAUSES: readonly { title: CauseTitle; says: RegExp }[] = [
  { title: "cause_maximum", says: /^The best \d+ are given\.$/ },
  { title: "cause_budget", says: /no room for it in the budget/ },
  { title: "cause_delivered", says: /delivered in this session already/ },
  { title: "cause_same", says: /says the same/ },
  { title: "cause_conflict", says: /^It is disputed/ },
  { title: "cause_code_changed", says: /code that it cites has changed/ },
  { title: "cause_not_checked", says: /could not be (checked in time|seen to hold)/ },
  { title: "cause_pack_floor", says: /relevance from which a pack is given/ },
  { title: "cause_floor", says: /is below the floor of/ },
];
const OTHER: CauseTitle = "cause_other";

/** How many that were left out are shown beside those that are in. */
const NEAREST = 3;

export type Cause = { title: CauseTitle; candidates: RecallCandidate[] };
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

const causeOf = (reason: string): CauseTitle => CAUSES.find(({ says }) => says.test(reason))?.title ?? OTHER;
