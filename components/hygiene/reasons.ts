import { type HygieneCounts, UNUSED_DAYS } from "@/lib/hygiene/contract";
import type { Queue } from "./parameters";

export type Reason = {
  key: keyof HygieneCounts;
  title: string;
  unit: [one: string, many: string];
  meaning: string;
  definition: string;
  /** `without_deciding`: where it leads those who may not decide there. */
  opens: { queue: Queue } | { href: string; without_deciding?: string };
};

/** Why memories want tidying up, each a count of `hygiene_get` with what it opens. */
export const REASONS: readonly Reason[] = [
  {
    key: "exact_duplicates",
    title: "Exact duplicates",
    unit: ["group", "groups"],
    meaning: "Say the same, word for word",
    definition:
      "Groups of memories in use whose statements are the same but for case, punctuation and white space, of one kind and for the same reach.",
    opens: { queue: "exact" },
  },
  {
    key: "near_duplicates",
    title: "Near-duplicates",
    unit: ["pair", "pairs"],
    meaning: "Nearly say the same",
    definition:
      "Pairs of one kind and reach whose vectors are closer than the threshold that was measured for the embedder, without those that someone called different.",
    opens: { queue: "near" },
  },
  {
    key: "contradictions",
    title: "Contradictions",
    unit: ["conflict", "conflicts"],
    meaning: "Cannot all be true",
    definition:
      "Conflicts that wait for a decision, with at least two memories in use. Found by rules when a session stops and every night, and by the language model where one is configured.",
    opens: { href: "/conflicts" },
  },
  {
    key: "suggestions",
    title: "Suggestions of agents",
    unit: ["suggestion", "suggestions"],
    meaning: "An agent would take a memory of others out of service",
    definition:
      "An agent without the permission memories:decide asked to invalidate, supersede or delete a memory that others stored or edited, and whose cited code is as it was. The memory stays in use until someone decides.",
    opens: { href: "/suggestions" },
  },
  {
    key: "never_used",
    title: "Never used",
    unit: ["memory", "memories"],
    meaning: `Older than ${UNUSED_DAYS} days, and no agent was given it`,
    definition: `Active memories that are not pinned, were stored more than ${UNUSED_DAYS} days ago, and were neither served nor applied since.`,
    opens: { queue: "never_used" },
  },
  {
    key: "recall_loops",
    title: "Recall loops",
    unit: ["memory", "memories"],
    meaning: "Learned from what had just been recalled",
    definition:
      "Active memories of a session that nearly repeat (see near-duplicates) an older one which that session had been given before.",
    opens: { queue: "recall_loop" },
  },
  {
    key: "unverifiable",
    title: "Unverifiable",
    unit: ["memory", "memories"],
    meaning: "Given to agents, and no check can read what shows it",
    definition:
      "Active memories that were served at least once and cite nothing, or whose citations could all not be read at their last check.",
    opens: { queue: "unverifiable" },
  },
  {
    key: "secret_like",
    title: "Secret-like",
    unit: ["memory", "memories"],
    meaning: "Something that looked like a secret was taken out",
    definition:
      "Memories in use with a placeholder where a secret or personal data was taken out, when they were stored or by a newer rule since. What it was is not kept. Without the placeholder, one is not counted any more.",
    opens: { queue: "secret_like" },
  },
  {
    key: "instruction_like",
    title: "Instruction-like",
    unit: ["memory", "memories"],
    meaning: "Address the model that reads them",
    definition: "Quarantined memories: they are not served until a lead releases them.",
    opens: { href: "/memories/quarantine", without_deciding: "/memories?status=quarantined" },
  },
];

/** An address narrowed to a repository. */
const within = (href: string, repository: string | null): string => {
  if (repository === null) return href;
  return `${href}${href.includes("?") ? "&" : "?"}${new URLSearchParams({ repository })}`;
};

/** The list behind a count. */
export function hrefOf(
  { opens }: Reason,
  { decides, repository }: { repository: string | null; decides: boolean },
): string {
  if ("queue" in opens) return within(`/hygiene?${new URLSearchParams({ queue: opens.queue })}`, repository);
  if (decides) return within(opens.href, repository);
  return within(opens.without_deciding ?? opens.href, repository);
}

/** What the reasons are counted among. */
export const inUseHref = (repository: string | null): string =>
  within("/memories?status=active,drifted", repository);
