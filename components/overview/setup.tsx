"use client";

import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useEffect } from "react";
import { ConnectCommands } from "@/components/pieces/connect-commands";
import { PageHeader } from "@/components/pieces/page-header";
import { FormProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Progress } from "@/components/ui/progress";
import { agentKeyList, organizationGet, organizationUpdate } from "@/lib/access/contract";
import { repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { memoryStats } from "@/lib/memories/contract";
import { reviewList } from "@/lib/reviews/contract";
import { ANY_REVIEW, REPOSITORIES } from "./readings";

/** Long enough to be calm, short enough that a step ticks while one still looks. */
const LIVE_MS = 4_000;
const KEYS = { limit: 200 } as const;

type Step = {
  key: string;
  title: string;
  /** Null while it is not known. */
  done: boolean | null;
  /** What is the case now, where that is more than done or not. */
  state?: string;
  body: ReactNode;
};

const storeCommand = (address: string, repository: string | undefined) =>
  `curl ${address}/api/v1/memories \\
  -H "Authorization: Bearer $CASEBOOK_KEY" -H "Content-Type: application/json" \\
  -d '${JSON.stringify(
    repository === undefined
      ? {
          kind: "decision",
          statement: "Times are stored in UTC and shown in the reader's zone.",
          scope: "global",
        }
      : {
          kind: "convention",
          repository,
          metadata: {
            subject: "README",
            fact: "The README says how to start the project.",
            reason: "New people begin there.",
          },
          citations: [{ path: "README.md", line_start: 1, line_end: 1 }],
        },
  ).replaceAll("'", "'\\''")}'`;

const evaluateCommand = (address: string) =>
  `curl ${address}/api/v1/reviews \\
  -H "Authorization: Bearer $CASEBOOK_KEY" -H "Content-Type: application/json" \\
  -d '${JSON.stringify({
    workflow_id: "first-review",
    summary: "One finding, rejected",
    items_to_implement: [],
    items_rejected: [
      {
        number: 1,
        title: "Unused import",
        file_path: "src/index.ts",
        line: 3,
        reason: "It is imported for its effect.",
        original_issue: "The import is never used.",
      },
    ],
    items_deferred: [],
    items_needing_clarification: [],
  })}'`;

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

function keyState(keys: OutputOf<typeof agentKeyList> | undefined): string | undefined {
  if (keys === undefined || keys.total === 0 || keys.items.some(isUsed)) return undefined;
  return "A key is made; waiting for its first call.";
}

function storeState(stats: OutputOf<typeof memoryStats> | undefined): string | undefined {
  if (stats === undefined || stats.total === 0 || stats.verified > 0) return undefined;
  return "A memory is stored. None that cites code is verified yet.";
}

function useSteps(address: string): Step[] {
  const { may } = useMe();
  const live = { refetchInterval: LIVE_MS };
  const organization = useQuery({ ...operationQuery(organizationGet, {}), ...live });
  const repositories = useQuery({ ...operationQuery(repositoryList, REPOSITORIES), ...live });
  const keys = useQuery({ ...operationQuery(agentKeyList, KEYS), ...live, enabled: may("keys:manage") });
  const stats = useQuery({ ...operationQuery(memoryStats, {}), ...live });
  const reviews = useQuery({ ...operationQuery(reviewList, ANY_REVIEW), ...live });

  const ready = repositories.data?.items.find(isReady);
  const used = keys.data?.items.some(isUsed);
  const hasKey = (keys.data?.total ?? 0) > 0;

  return [
    {
      key: "memory",
      title: "Switch memory on",
      done: organization.data?.settings.enabled ?? null,
      body: <SwitchOn version={organization.data?.version} allowed={may("organization:manage")} />,
    },
    {
      key: "repository",
      title: "Connect a repository",
      done: repositories.data ? ready !== undefined : null,
      state: fetchState(repositories.data),
      body: (
        <Lead
          allowed={may("repositories:manage")}
          href="/settings/repositories?new=true"
          verb="Add repository"
          who="A lead or an owner connects it."
        >
          Memories cite its lines and are checked against them. Casebook reads the history and changes
          nothing.
        </Lead>
      ),
    },
    {
      key: "key",
      title: "Give an agent a key, and see its first call",
      done: may("keys:manage") ? (used ?? null) : null,
      state: keyState(keys.data),
      body: (
        <>
          <Lead
            allowed={may("keys:manage")}
            href="/settings/keys?new=true"
            verb={hasKey ? "Create another key" : "Create key"}
            who="A lead or an owner makes the key; only they see when it was used."
          >
            The key says which agent it is and what it may do. Then connect the agent:
          </Lead>
          <ConnectCommands address={address} />
        </>
      ),
    },
    {
      key: "store",
      title: "Store a memory and see it verified",
      done: isAny(stats.data?.verified),
      state: storeState(stats.data),
      body: (
        <>
          <p className="text-muted-foreground">
            {ready
              ? `It cites a line of ${ready.name}, which is checked at once.`
              : "Connect a repository first, and this command cites a line of it; only cited memories are verified."}
          </p>
          <CodeBlock code={storeCommand(address, ready?.name)} label="Command that stores a memory" />
        </>
      ),
    },
    {
      key: "evaluation",
      title: "Hand in the first evaluation of a review",
      done: isAny(reviews.data?.total),
      body: (
        <>
          <p className="text-muted-foreground">
            What was rejected, and why, becomes the evidence for better skills.
          </p>
          <CodeBlock code={evaluateCommand(address)} label="Command that hands in an evaluation" />
        </>
      ),
    },
  ];
}

/** Five steps to the first value. Each looks for itself whether it is done. */
export function Setup({
  address,
  onShown,
  onClose,
}: {
  address: string;
  onShown: () => void;
  onClose: () => void;
}) {
  const steps = useSteps(address);
  const done = steps.filter((step) => step.done === true).length;
  const complete = done === steps.length;
  const next = steps.find((step) => step.done !== true)?.key;
  // Remembered, so that the steps do not vanish the moment the first memory arrives.
  useEffect(() => onShown());
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Set up Casebook"
        question="Five steps to the first verified memory. Each looks for itself whether it is done."
        actions={
          <Button variant={complete ? "primary" : "secondary"} onClick={onClose}>
            {complete ? "Done, show the overview" : "Skip for now"}
          </Button>
        }
      />
      <div className="mb-4 flex items-center gap-3">
        <Progress label="Steps done" value={done} max={steps.length} className="max-w-48" />
        <p aria-live="polite" className="text-muted-foreground text-sm">
          {done} of {steps.length} done
        </p>
      </div>
      <ol className="rounded-md border bg-card">
        {steps.map((step, index) => (
          <StepRow key={step.key} step={step} number={index + 1} open={step.key === next} />
        ))}
      </ol>
    </div>
  );
}

function StepRow({ step, number, open }: { step: Step; number: number; open: boolean }) {
  const Icon = step.done === true ? CircleCheck : Circle;
  return (
    <li className="border-b last:border-b-0">
      {/* The next step stands open; the others are a press away. The key makes it open and close as steps get done. */}
      <details key={String(open)} open={open} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2.5 hover:bg-accent/60 [&::-webkit-details-marker]:hidden">
          <Icon
            role="img"
            aria-label={step.done === true ? "done" : "to do"}
            className={
              step.done === true ? "size-4 shrink-0 text-ok" : "size-4 shrink-0 text-muted-foreground"
            }
          />
          <span className={step.done === true ? "text-muted-foreground text-sm" : "font-medium text-sm"}>
            {number}. {step.title}
          </span>
        </summary>
        <div className="flex flex-col items-start gap-3 px-4 pb-4 text-sm sm:pl-11 [&>*]:max-w-full">
          {step.state !== undefined && (
            <p role="status" className="wrap-anywhere font-medium">
              {step.state}
            </p>
          )}
          {step.body}
        </div>
      </details>
    </li>
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

function SwitchOn({ version, allowed }: { version: number | undefined; allowed: boolean }) {
  const switchOn = useOperation(organizationUpdate, { success: "Memory is on" });
  return (
    <>
      <p className="text-pretty text-muted-foreground">
        While it is off, agents read nothing and what they write is not stored. You can switch it off again in
        the settings.
      </p>
      {allowed ? (
        <Button
          variant="primary"
          busy={switchOn.isPending}
          onClick={() => switchOn.mutate({ settings: { enabled: true }, version })}
        >
          Switch memory on
        </Button>
      ) : (
        <p>An owner switches it on.</p>
      )}
      <FormProblem error={switchOn.error} />
    </>
  );
}
