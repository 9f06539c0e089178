import type { QueryClient } from "@tanstack/react-query";
import { queryKey } from "@/lib/doors/client";
import { memoryGet, memoryList } from "@/lib/memories/contract";
import { findingGet, findingList, reviewGet, ruleList, ruleSeries } from "@/lib/reviews/contract";
import {
  deliveryGet,
  deliveryList,
  proposalGet,
  proposalList,
  skillDiscover,
  skillEffects,
  skillGet,
  skillList,
  skillMarkers,
  skillTargets,
  skillVersionList,
} from "@/lib/skills/contract";

const SKILLS = [
  skillList,
  skillGet,
  skillVersionList,
  skillMarkers,
  skillDiscover,
  skillEffects,
  skillTargets,
  deliveryList,
  deliveryGet,
];
const PROPOSALS = [proposalList, proposalGet];
/** What an approval marks as addressed, and what is counted from it. */
const EVIDENCE = [ruleList, ruleSeries, findingList, findingGet, reviewGet, memoryList, memoryGet];

/** Reads again whatever a new version of a skill, or a decision on a proposal, may have changed. */
export const refreshSkills = (client: QueryClient) =>
  Promise.all(
    [...SKILLS, ...PROPOSALS, ...EVIDENCE].map((contract) =>
      client.invalidateQueries({ queryKey: queryKey(contract) }),
    ),
  );
