"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ConnectCommands } from "@/components/pieces/connect-commands";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import Link from "@/components/ui/link";
import { agentKeyList } from "@/lib/access/contract";
import { repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { memoryStats } from "@/lib/memories/contract";
import { reviewList } from "@/lib/reviews/contract";
import { ANY_REVIEW, KEYS, REPOSITORIES } from "./readings";
import { evaluateCommand, storeCommand } from "./setup-commands";

/** Long enough to be calm, short enough that a step ticks while one still looks. */
const LIVE_MS = 4_000;

export type Step = {
  key: string;
  title: string;
  /** Null while it is not known, or for who may not know it. */
  done: boolean | null;
  /** What is the case now, where that is more than done or not. */
  state?: string;
  body: ReactNode;
};

const isReady = ({ fetch_status }: { fetch_status: string }) => fetch_status === "ready";
const isUsed = ({ last_used_at }: { last_used_at: string | null }) => last_used_at !== null;

/** Whether there is one; null while the count is not known. */
function isAny(count: number | undefined): boolean | null {
  if (count === undefined) return null;
  return count > 0;
}

function fetchState(repositories: OutputOf<typeof repositoryList> | undefined): string | undefined {
  if (repositories === undefined || repositories.items.some(isReady)) return undefined;
  const failed = repositories.items.find((item) => item.fetch_status === "failed");
  if (failed) return `${failed.name} could not be fetched. ${failed.fetch_error ?? ""}`;
  if (repositories.total > 0) return "It is being fetched.";
  return undefined;
}

function callState(keys: OutputOf<typeof agentKeyList> | undefined): string | undefined {
  if (keys === undefined || keys.total === 0 || keys.items.some(isUsed)) return undefined;
  return "The key exists; waiting for its first call.";
}

function storeState(stats: OutputOf<typeof memoryStats> | undefined): string | undefined {
  if (stats === undefined || stats.total === 0 || stats.verified > 0) return undefined;
  return "A memory is stored, but none with a citation is verified yet.";
}

/** The five steps to the first value. `isLive`: each looks for itself, every few seconds, whether it is done. */
export function useSteps({ address, isLive }: { address: string; isLive: boolean }): Step[] {
  const { may } = useMe();
  const live = { refetchInterval: isLive && LIVE_MS };
  const repositories = useQuery({ ...operationQuery(repositoryList, REPOSITORIES), ...live });
  const keys = useQuery({ ...operationQuery(agentKeyList, KEYS), ...live, enabled: may("keys:manage") });
  const stats = useQuery({ ...operationQuery(memoryStats, {}), ...live });
  const reviews = useQuery({ ...operationQuery(reviewList, ANY_REVIEW), ...live });
  const ready = repositories.data?.items.find(isReady);
  const made = isAny(keys.data?.total);
  const verified = isAny(stats.data?.verified);
  const called = keys.data ? keys.data.items.some(isUsed) : null;

  return [
    {
      key: "repository",
      title: "Connect a repository",
      done: repositories.data ? ready !== undefined : null,
      state: fetchState(repositories.data),
      body: <RepositoryStep />,
    },
    {
      key: "key",
      title: "Create a key for an agent",
      done: made,
      body: <KeyStep hasKey={made === true} />,
    },
    {
      key: "call",
      title: "Connect the agent",
      done: called,
      state: callState(keys.data),
      body: <ConnectCommands address={address} />,
    },
    {
      key: "store",
      title: "Store a memory that is verified",
      done: verified,
      state: storeState(stats.data),
      body: <StoreStep address={address} repository={ready?.name} />,
    },
    {
      key: "evaluation",
      title: "Submit the first evaluated review",
      done: isAny(reviews.data?.total),
      body: <EvaluationStep address={address} />,
    },
  ];
}

function RepositoryStep() {
  const { may } = useMe();
  return (
    <Lead
      allowed={may("repositories:manage")}
      href="/settings/repositories?new=true"
      verb="Add repository"
      who="A lead or an owner connects it."
    >
      Memories cite its lines and are checked against them. Casebook reads the history and changes nothing.
    </Lead>
  );
}

function KeyStep({ hasKey }: { hasKey: boolean }) {
  const { may } = useMe();
  return (
    <Lead
      allowed={may("keys:manage")}
      href="/settings/keys?new=true"
      verb={hasKey ? "Create another key" : "Create key"}
      who="A lead or an owner creates the key; only they see when it was used."
    >
      The key identifies the agent and says what it may do.
    </Lead>
  );
}

function StoreStep({ address, repository }: { address: string; repository: string | undefined }) {
  return (
    <>
      <p className="text-muted-foreground">
        {repository === undefined
          ? "Connect a repository first, and this command cites a line of it; only cited memories are verified."
          : `It cites a line of ${repository}, which is checked at once.`}
      </p>
      <CodeBlock code={storeCommand(address, repository)} label="Command that stores a memory" />
    </>
  );
}

function EvaluationStep({ address }: { address: string }) {
  return (
    <>
      <p className="text-muted-foreground">
        Rejected findings and their reasons become the evidence for better skills.
      </p>
      <CodeBlock code={evaluateCommand(address)} label="Command that submits an evaluated review" />
    </>
  );
}

function Lead({
  allowed,
  href,
  verb,
  who,
  children,
}: {
  allowed: boolean;
  href: string;
  verb: string;
  who: string;
  children: ReactNode;
}) {
  return (
    <>
      <p className="text-pretty text-muted-foreground">{children}</p>
      {allowed ? (
        <Button asChild variant="primary">
          <Link href={href}>{verb}</Link>
        </Button>
      ) : (
        <p>{who}</p>
      )}
    </>
  );
}
