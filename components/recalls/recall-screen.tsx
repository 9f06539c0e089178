"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { BackLink } from "@/components/pieces/back-link";
import { formatCount } from "@/components/pieces/format";
import { LongText } from "@/components/pieces/long-text";
import { missingInWords } from "@/components/pieces/missing-parts";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { type RecallDetail, recallGet } from "@/lib/recall/contract";
import { Candidates } from "./candidates";
import { playgroundHref } from "./filters";
import { PackAsGiven } from "./pack";
import { Waterfall } from "./waterfall";
import { inferredInWords, OUTCOME_WORDS, usesInWords } from "./words";

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

/** One recall: the pack as given beside everything that was looked at for it. */
export function RecallScreen({ recall_id }: { recall_id: string }) {
  const query = useQuery(operationQuery(recallGet, { recall_id }));
  const [memory] = useQueryState("memory", parseAsString);
  const recall = query.data;
  return (
    <>
      <BackLink href="/recalls">Recalls</BackLink>
      <ReadProblem happened="The recall could not be loaded." reading={query} />
      {query.isPending && <Skeleton className="h-96" />}
      {recall !== undefined && (
        <>
          <header className="mb-5">
            <LongText
              as="h1"
              text={recall.task}
              what="task"
              above={160}
              folded="line-clamp-3"
              className="font-semibold text-lg"
            />
            <p className="max-w-prose text-muted-foreground">{OUTCOME_WORDS[recall.outcome]}</p>
          </header>
          <dl className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
            <Fact label="Agent">
              {recall.agent ?? recall.actor.name}
              {recall.agent_type && <span className="text-muted-foreground"> as {recall.agent_type}</span>}
            </Fact>
            <Fact label="Repository">{recall.repository?.name ?? "none"}</Fact>
            <Fact label="Category">{recall.category}</Fact>
            <Fact label="Session">
              {recall.session_id ? (
                <Link
                  href={`/sessions/${encodeURIComponent(recall.session_id)}`}
                  className="text-primary underline underline-offset-4"
                >
                  {recall.session_id}
                </Link>
              ) : (
                "none"
              )}
            </Fact>
            <Fact label="When">
              <RelativeTime at={recall.at} />
            </Fact>
            <Fact label="Time">{formatCount(Math.round(recall.latency_ms))} ms</Fact>
            <Fact label="Outcome">
              {recall.served_count + recall.unchecked_count === 0
                ? "no memory was served"
                : usesInWords(recall.uses)}
              {inferredInWords(recall.inferred) !== "" && (
                <span className="block text-muted-foreground text-xs">
                  inferred: {inferredInWords(recall.inferred)}
                </span>
              )}
            </Fact>
          </dl>
          {recall.degraded.length > 0 && (
            <p className="mb-4 flex items-center gap-2 text-sm">
              <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
              Partial, without {missingInWords(recall.degraded)}.
            </p>
          )}
          <div className="mb-6 flex flex-col gap-3">
            <Waterfall stages={recall.stages} latency_ms={recall.latency_ms} />
            <Link
              href={againHref(recall)}
              className="w-fit text-primary text-sm underline-offset-4 hover:underline"
            >
              Ask again in the playground
            </Link>
          </div>
          <div className="grid gap-6 lg:grid-cols-2">
            <PackAsGiven
              markdown={recall.pack}
              {...(recall.outcome === "held_out"
                ? { title: "The pack that was held back" }
                : { tokens: recall.tokens, characters: recall.characters })}
              nothing="Nothing was served."
            />
            <Candidates candidates={recall.candidates} memory_id={memory} />
          </div>
        </>
      )}
    </>
  );
}

/** Changed files that an address has room for. */
const MAX_FILES = 50;

/** The playground with the question of a recall, as far as an address can hold it. */
function againHref({ task, agent_type, agent, repository, question }: RecallDetail): string {
  const files = Array.isArray(question.changed_files) ? question.changed_files.slice(0, MAX_FILES) : [];
  return playgroundHref("/recalls/playground", {
    task,
    agent_type: agent_type ?? undefined,
    agent: agent ?? undefined,
    repository: repository?.name ?? null,
    files: files.join(" "),
  });
}
