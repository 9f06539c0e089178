"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ConnectCommands } from "@/components/pieces/connect-commands";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { setupGet } from "@/lib/inbox/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import { overviewSetup } from "@/messages/compiled/overview-setup";
import type { Translate } from "@/messages/message";
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

/** How far the organization is; undefined while that is not known. */
type State = OutputOf<typeof setupGet> | undefined;

type Words = { t: Translate<typeof overviewSetup>; state: State };

function fetchState({ t, state }: Words): string | undefined {
  if (state === undefined || state.ready_repository !== null) return undefined;
  const { failed_repository: failed, repositories } = state;
  if (failed) return t("repository_failed", { repository: failed.name, problem: failed.problem });
  if (repositories > 0) return t("repository_fetching");
  return undefined;
}

function callState({ t, state }: Words): string | undefined {
  if (!state?.keys || state.keys.total === 0 || state.keys.has_used) return undefined;
  return t("call_waiting");
}

function storeState({ t, state }: Words): string | undefined {
  if (!state?.has_memories || state.has_verified) return undefined;
  return t("store_unverified");
}

/** Whether a key was made; null for who may not know it. */
function hasKey(state: State): boolean | null {
  if (!state?.keys) return null;
  return state.keys.total > 0;
}

/** The five steps to the first value. `isLive`: each looks for itself, every few seconds, whether it is done. */
export function useSteps({ address, isLive }: { address: string; isLive: boolean }): Step[] {
  const t = useMessages(overviewSetup);
  const { data: state } = useQuery({
    ...operationQuery(setupGet, {}),
    refetchInterval: isLive && LIVE_MS,
  });
  const made = hasKey(state);

  return [
    {
      key: "repository",
      title: t("repository"),
      said: t("repository_said"),
      done: state ? state.ready_repository !== null : null,
      state: fetchState({ t, state }),
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
      done: state?.keys?.has_used ?? null,
      state: callState({ t, state }),
      body: <ConnectCommands address={address} />,
    },
    {
      key: "store",
      title: t("store"),
      said: t("store_said"),
      done: state?.has_verified ?? null,
      state: storeState({ t, state }),
      body: <StoreStep address={address} repository={state?.ready_repository ?? undefined} />,
    },
    {
      key: "evaluation",
      title: t("review"),
      said: t("review_said"),
      done: state?.has_reviews ?? null,
      body: <EvaluationStep address={address} repository={state?.ready_repository ?? undefined} />,
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
        {repository === undefined ? t("store_without_repository") : t("store_text", { repository })}{" "}
        {t("store_example")}
      </p>
      <CodeBlock code={storeCommand(address, repository)} label={t("store_command")} />
    </>
  );
}

function EvaluationStep({ address, repository }: { address: string; repository: string | undefined }) {
  const t = useMessages(overviewSetup);
  return (
    <>
      <p className="text-muted-foreground">
        {t("review_text")} {t("review_example")}
      </p>
      <CodeBlock code={evaluateCommand(address, repository)} label={t("review_command")} />
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
