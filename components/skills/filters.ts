import {
  createLoader,
  type inferParserType,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { CallOf } from "@/lib/kernel/contract";
import {
  type deliveryList,
  PROPOSAL_STATUSES,
  type proposalList,
  type skillList,
  type skillVersionList,
  UNRESOLVED_DELIVERIES,
} from "@/lib/skills/contract";

/** Rows a page. */
export const PAGE_SIZE = 50;
/** The most one answer holds: enough for every queue a person works through. */
const QUEUE_SIZE = 200;

/** Where `usePages` keeps the place in a list. */
const paging = { cursor: parseAsString, first: parseAsInteger.withDefault(1) };
/** What every change of a filter sets back. */
export const FIRST_PAGE = { cursor: null, first: null } as const;

/** What the URL of the proposals says. */
export const proposalsParameters = {
  ...paging,
  status: parseAsStringLiteral(PROPOSAL_STATUSES).withDefault("open"),
  repository: parseAsString,
  skill: parseAsString,
  rule: parseAsString,
  assignee: parseAsStringLiteral(["me", "nobody"] as const),
};
export type ProposalsParameters = inferParserType<typeof proposalsParameters>;
export const loadProposalsParameters = createLoader(proposalsParameters);

export const proposalsInput = (parameters: ProposalsParameters) =>
  ({
    status: [parameters.status],
    repository: parameters.repository ?? undefined,
    skill_id: parameters.skill ?? undefined,
    rule_category: parameters.rule ?? undefined,
    assignee: parameters.status === "open" ? (parameters.assignee ?? undefined) : undefined,
    cursor: parameters.cursor ?? undefined,
    limit: PAGE_SIZE,
  }) satisfies CallOf<typeof proposalList>;

/** What is still to decide, in the order in which it is worked through. */
export const queueInput = (repository: string | null) =>
  ({ status: ["open"], repository: repository ?? undefined, limit: QUEUE_SIZE }) satisfies CallOf<
    typeof proposalList
  >;

/** Deliveries that wait for a person. */
export const STUCK = { status: [...UNRESOLVED_DELIVERIES], limit: PAGE_SIZE } satisfies CallOf<
  typeof deliveryList
>;

export const DIFF_VIEWS = ["unified", "split"] as const;

/** The other way to show a difference. */
export const OTHER_DIFF_VIEW = { unified: "split", split: "unified" } as const;
/** What the URL of a proposal says: how the difference is shown, and which hunk is looked at, from 1. */
export const proposalParameters = {
  repository: parseAsString,
  view: parseAsStringLiteral(DIFF_VIEWS).withDefault("unified"),
  hunk: parseAsInteger.withDefault(1),
};
export const loadProposalParameters = createLoader(proposalParameters);

export const skillsParameters = { ...paging, repository: parseAsString };
export type SkillsParameters = inferParserType<typeof skillsParameters>;
export const loadSkillsParameters = createLoader(skillsParameters);

export const skillsInput = (parameters: SkillsParameters) =>
  ({
    repository: parameters.repository ?? undefined,
    cursor: parameters.cursor ?? undefined,
    limit: PAGE_SIZE,
  }) satisfies CallOf<typeof skillList>;

export const SKILL_TABS = ["now", "versions", "effect", "deliveries"] as const;
/** What the URL of a skill says; `version` is the number looked at, `against` the one it is compared with. */
export const skillParameters = {
  ...paging,
  tab: parseAsStringLiteral(SKILL_TABS),
  source: parseAsStringLiteral(["rendered", "source"] as const).withDefault("rendered"),
  version: parseAsInteger,
  against: parseAsInteger,
  view: parseAsStringLiteral(DIFF_VIEWS).withDefault("unified"),
};
export const loadSkillParameters = createLoader(skillParameters);

export const versionsInput = (skill_id: string, cursor: string | null) =>
  ({ skill_id, cursor: cursor ?? undefined, limit: PAGE_SIZE }) satisfies CallOf<typeof skillVersionList>;

export const deliveriesInput = (skill_id: string) =>
  ({ skill_id, limit: PAGE_SIZE }) satisfies CallOf<typeof deliveryList>;
