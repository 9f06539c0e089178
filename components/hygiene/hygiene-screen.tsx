"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { readProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { type HygieneCounts, hygieneGet, UNUSED_DAYS } from "@/lib/hygiene/contract";
import { Consolidation } from "./consolidation";
import { DuplicateQueue } from "./duplicate-queue";
import { HygieneNav } from "./hygiene-nav";
import { MemoryQueue } from "./memory-queue";
import { countsInput, hygieneParameters, type Queue } from "./parameters";

type Reason = {
  key: keyof HygieneCounts;
  title: string;
  unit: [one: string, many: string];
  meaning: string;
  definition: string;
  opens: { queue: Queue } | { href: string };
};

const REASONS: readonly Reason[] = [
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
      "Memories in use in which a secret or personal data was replaced by a placeholder. What it was is not kept.",
    opens: { href: "/memories/quarantine" },
  },
  {
    key: "instruction_like",
    title: "Instruction-like",
    unit: ["memory", "memories"],
    meaning: "Address the model that reads them",
    definition: "Quarantined memories: they are not served until a lead releases them.",
    opens: { href: "/memories/quarantine" },
  },
];

/** What wants tidying up: each reason a count that opens its queue. */
export function HygieneScreen() {
  const [{ repository, queue }, setParameters] = useQueryStates(hygieneParameters, { history: "push" });
  const { may } = useMe();
  const query = useQuery(operationQuery(hygieneGet, countsInput(repository)));
  const counts = query.data;
  const problem = readProblem("The counts", query);
  const within = repository === null ? "" : `?${new URLSearchParams({ repository })}`;
  const open = (next: Queue | null) => void setParameters({ queue: next, cursor: null });
  const chosen = REASONS.find(({ opens }) => "queue" in opens && opens.queue === queue);
  return (
    <>
      <PageHeader title="Hygiene" question="What in the memory wants tidying up?" className="mb-2" />
      <HygieneNav />
      {problem ? <ErrorState {...problem} className="mb-3" /> : null}
      <div className="grid items-start gap-4 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className={cn("min-w-0", queue !== null && "max-lg:hidden")}>
          <ul aria-label="Reasons" className="rounded-md border bg-card">
            {REASONS.map(({ key, title, unit, meaning, definition, opens }) => {
              const count = counts?.[key];
              const current = "queue" in opens && opens.queue === queue;
              const classes =
                "min-w-0 flex-1 rounded-sm text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-ring";
              const words = (
                <>
                  <span className="block font-medium text-sm">{title}</span>
                  <span className="block text-pretty text-muted-foreground text-xs">{meaning}</span>
                </>
              );
              return (
                <li
                  key={key}
                  className={cn(
                    "relative flex items-center gap-2 border-b px-3 py-2 last:border-b-0 hover:bg-accent/60",
                    current && "bg-accent shadow-[inset_2px_0_0_var(--primary)]",
                  )}
                >
                  {"queue" in opens ? (
                    <button
                      type="button"
                      aria-current={current || undefined}
                      onClick={() => open(opens.queue)}
                      className={classes}
                    >
                      {words}
                    </button>
                  ) : (
                    <Link href={`${opens.href}${within}`} className={classes}>
                      {words}
                    </Link>
                  )}
                  <span className="relative z-1">
                    <DefinitionHint term={title}>{definition}</DefinitionHint>
                  </span>
                  <span className="w-16 shrink-0 text-right text-sm tabular-nums">
                    {count === undefined ? (
                      problem ? (
                        "unavailable"
                      ) : (
                        <Skeleton className="ml-auto h-3 w-8" />
                      )
                    ) : (
                      <>
                        <span className={cn(count > 0 ? "font-medium" : "text-muted-foreground")}>
                          {formatCount(count)}
                        </span>
                        <span className="block text-muted-foreground text-xs">
                          {count === 1 ? unit[0] : unit[1]}
                        </span>
                      </>
                    )}
                  </span>
                  <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
                </li>
              );
            })}
          </ul>
          {counts ? (
            <p className="px-3 py-2 text-muted-foreground text-xs">
              Counted among {formatCount(counts.memories)} memories in use
              {repository === null ? "" : ` of ${repository}`}.
            </p>
          ) : null}
        </div>
        <div className={cn("min-w-0", queue === null && "max-lg:mt-2")}>
          {chosen && queue !== null ? (
            queue === "exact" || queue === "near" ? (
              <DuplicateQueue
                key={queue}
                kind={queue}
                title={chosen.title}
                repository={repository}
                can_write={may("memories:write")}
                onClose={() => open(null)}
              />
            ) : (
              <MemoryQueue
                key={queue}
                queue={queue}
                title={chosen.title}
                repository={repository}
                can_write={may("memories:write")}
                onClose={() => open(null)}
              />
            )
          ) : (
            <Consolidation />
          )}
        </div>
      </div>
    </>
  );
}
