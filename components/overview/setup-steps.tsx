"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ConnectCommands } from "@/components/pieces/connect-commands";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { agentKeyList } from "@/lib/access/contract";
import { repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { memoryStats } from "@/lib/memories/contract";
import { reviewList } from "@/lib/reviews/contract";
import { overviewSetup } from "@/messages/compiled/overview-setup";
import type { Translate } from "@/messages/message";
import { ANY_REVIEW, KEYS, REPOSITORIES } from "./readings";
import { evaluateCommand, storeCommand } from "./setup-commands";

/** Long enough to be calm, short enough that a step ticks while one still looks. */
const LIVE_MS = 4_000;

export type Step = {
  key: string;
  title: string;
  /** The title in the middle of a sentence. */
  said: string;
  /** Null while it is not known, or for who may not know it. */
  done: boolean | null;
  /** What is the case now, where that is more than done or not. */
  state?: string;
  body: ReactNode;
};

type Words = { t: Translate<typeof overviewSetup> };

const isReady = ({ fetch_status }: { fetch_status: string }) => fetch_status === "ready";
const isUsed = ({ last_used_at }: { last_used_at: string | null }) => last_used_at !== null;

/** Whether there is one; null while the count is not known. */
function isAny(count: number | undefined): boolean | null {
  if (count === undefined) return null;
  return count > 0;
}

function fetchState({
  t,
  repositories,
}: Words & { repositories: OutputOf<typeof repositoryList> | undefined }): string | undefined {
  if (repositories === undefined || repositories.items.some(isReady)) return undefined;
  const failed = repositories.items.find((item) => item.fetch_status === "failed");
  if (failed) return t("repository_failed", { repository: failed.name, problem: failed.fetch_error ?? "" });
  if (repositories.total > 0) return t("repository_fetching");
  return undefined;
}

function callState({
  t,
  keys,
}: Words & { keys: OutputOf<typeof agentKeyList> | undefined }): string | undefined {
  if (keys === undefined || keys.total === 0 || keys.items.some(isUsed)) return undefined;
  return t("call_waiting");
}

function storeState({
  t,
  stats,
}: Words & { stats: OutputOf<typeof memoryStats> | undefined }): string | undefined {
  if (stats === undefined || stats.total === 0 || stats.verified > 0) return undefined;
  return t("store_unverified");
}

/** The five steps to the first value. `isLive`: each looks for itself, every few seconds, whether it is done. */
export function useSteps({ address, isLive }: { address: string; isLive: boolean }): Step[] {
  const t = useMessages(overviewSetup);
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
      title: t("repository"),
      said: t("repository_said"),
      done: repositories.data ? ready !== undefined : null,
      state: fetchState({ t, repositories: repositories.data }),
      body: <RepositoryStep />,
    },
    {
      key: "key",
      title: t("key"),
      said: t("key_said"),
      done: made,
      body: <KeyStep hasKey={made === true} />,
    },
    {
      key: "call",
      title: t("call"),
      said: t("call_said"),
      done: called,
      state: callState({ t, keys: keys.data }),
      body: <ConnectCommands address={address} />,
    },
    {
      key: "store",
      title: t("store"),
      said: t("store_said"),
      done: verified,
      state: storeState({ t, stats: stats.data }),
      body: <StoreStep address={address} repository={ready?.name} />,
    },
    {
      key: "evaluation",
      title: t("review"),
      said: t("review_said"),
      done: isAny(reviews.data?.total),
      body: <EvaluationStep address={address} />,
    },
  ];
}

function RepositoryStep() {
  const t = useMessages(overviewSetup);
  const { may } = useMe();
  return (
    <Lead
      allowed={may("repositories:manage")}
      href="/settings/repositories?new=true"
      verb={t("repository_verb")}
      who={t("repository_who")}
    >
      {t("repository_text")}
    </Lead>
  );
}

function KeyStep({ hasKey }: { hasKey: boolean }) {
  const t = useMessages(overviewSetup);
  const { may } = useMe();
  return (
    <Lead
      allowed={may("keys:manage")}
      href="/settings/keys?new=true"
      verb={t(hasKey ? "key_verb_another" : "key_verb")}
      who={t("key_who")}
    >
      {t("key_text")}
    </Lead>
  );
}

function StoreStep({ address, repository }: { address: string; repository: string | undefined }) {
  const t = useMessages(overviewSetup);
  return (
    <>
      <p className="text-muted-foreground">
        {repository === undefined ? t("store_without_repository") : t("store_text", { repository })}
      </p>
      <CodeBlock code={storeCommand(address, repository)} label={t("store_command")} />
    </>
  );
}

function EvaluationStep({ address }: { address: string }) {
  const t = useMessages(overviewSetup);
  return (
    <>
      <p className="text-muted-foreground">{t("review_text")}</p>
      <CodeBlock code={evaluateCommand(address)} label={t("review_command")} />
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
