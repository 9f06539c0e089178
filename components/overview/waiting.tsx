"use client";

import { useQuery } from "@tanstack/react-query";
import {
  ArrowRightLeft,
  CircleCheck,
  CircleX,
  FileDiff,
  FolderX,
  GitCompareArrows,
  GitMerge,
  type LucideIcon,
  ShieldAlert,
} from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { formatCount, formatShare } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { type RepositoryWithCounts, repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { type Conflict, conflictList } from "@/lib/hygiene/contract";
import { type JobRecord, jobList } from "@/lib/jobs/contract";
import { type Memory, memoryList } from "@/lib/memories/contract";
import { type Delivery, deliveryList, type Proposal, proposalList, uploaderOf } from "@/lib/skills/contract";
import { waitingLinks } from "./links";
import {
  FAILED_JOBS,
  FAILED_REPOSITORIES,
  memoriesInState,
  openConflicts,
  openProposals,
  SHOWN,
  STUCK_DELIVERIES,
  stoppedMemories,
} from "./readings";

type Item = { id: string; href: string; title: ReactNode; reach: ReactNode; at: string };

type Group = {
  key: string;
  icon: LucideIcon;
  tone: "primary" | "warn" | "danger";
  title: string;
  /** The title for a single one. */
  one: string;
  meaning: string;
  href: string;
  /** Undefined while it is read. */
  items: Item[] | undefined;
  total: number | undefined;
  problem: ReturnType<typeof readProblem>;
};

const TONES = { primary: "text-primary", warn: "text-warn", danger: "text-danger" } as const;

const times = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

function ofProposal(proposal: Proposal): Item {
  const uploader = uploaderOf(proposal.drafter);
  return {
    id: proposal.id,
    href: `/proposals/${proposal.id}`,
    title: proposal.title,
    reach: (
      <>
        <code className="text-xs">{proposal.skill.name}</code>,{" "}
        {uploader === null
          ? `${times(proposal.evidence_count, "finding", "findings")} rejected, rate ≥ ${formatShare(proposal.confidence)}`
          : `uploaded by ${uploader}`}
      </>
    ),
    at: proposal.created_at,
  };
}

const SCOPE_WORDS: Record<Memory["scope"], string> = {
  global: "the whole organization",
  repository: "one repository",
  agent: "one agent",
  session: "one session",
};

function ofMemory(memory: Memory): Item {
  const reach =
    memory.scope === "agent" && memory.agent !== null
      ? memory.agent
      : (memory.repository?.name ?? SCOPE_WORDS[memory.scope]);
  return {
    id: memory.id,
    href: `/memories/${memory.id}`,
    title: memory.statement,
    reach: (
      <>
        {reach}
        {memory.usage_count > 0 ? `, served ${times(memory.usage_count, "time", "times")}` : ", never served"}
      </>
    ),
    at: memory.status_since,
  };
}

function ofConflict(conflict: Conflict): Item {
  const uses = conflict.memories.reduce((sum, { usage_count }) => sum + usage_count, 0);
  const [first] = conflict.memories;
  return {
    id: conflict.id,
    href: `/conflicts?${new URLSearchParams({ conflict: conflict.id })}`,
    title: conflict.explanation,
    reach: `${first?.repository?.name ?? "the whole organization"}, ${uses === 0 ? "never served" : `served ${times(uses, "time", "times")}`}`,
    at: conflict.found_at,
  };
}

function ofDelivery(delivery: Delivery): Item {
  return {
    id: delivery.id,
    href: `/skills/${delivery.skill.id}?tab=deliveries`,
    title: (
      <>
        {delivery.skill.name}, version {delivery.version_number}:{" "}
        {delivery.status === "conflict" ? "the file changed underneath" : (delivery.error ?? "not delivered")}
      </>
    ),
    reach: delivery.repository.name,
    at: delivery.finished_at ?? delivery.created_at,
  };
}

function ofRepository(repository: RepositoryWithCounts): Item {
  return {
    id: repository.id,
    href: `/settings/repositories?${new URLSearchParams({ open: repository.id })}`,
    title: (
      <>
        <span className="font-mono text-xs">{repository.name}</span>:{" "}
        {repository.fetch_error ?? "not fetched"}
      </>
    ),
    reach: `${times(
      Object.values(repository.citations).reduce((sum, count) => sum + count, 0),
      "citation",
      "citations",
    )} cannot be checked`,
    at: repository.fetched_at ?? repository.created_at,
  };
}

function ofJob(job: JobRecord): Item {
  return {
    id: job.id,
    href: "/settings/jobs",
    title: (
      <>
        {job.name.replaceAll("_", " ")}
        {job.error === null ? "" : `: ${job.error}`}
      </>
    ),
    reach: times(job.attempts, "attempt", "attempts"),
    at: job.finished_at ?? job.created_at,
  };
}

function useGroups(repository: string | undefined): Group[] {
  const { may } = useMe();
  const proposals = useQuery(operationQuery(proposalList, openProposals(repository)));
  const drifted = useQuery(operationQuery(memoryList, memoriesInState("drifted", repository)));
  const quarantined = useQuery(operationQuery(memoryList, stoppedMemories(repository)));
  const conflicts = useQuery(operationQuery(conflictList, openConflicts(repository)));
  const deliveries = useQuery(operationQuery(deliveryList, STUCK_DELIVERIES));
  const repositories = useQuery(operationQuery(repositoryList, FAILED_REPOSITORIES));
  const jobs = useQuery({ ...operationQuery(jobList, FAILED_JOBS), enabled: may("jobs:manage") });

  const failedFetches = repositories.data?.items.filter(
    ({ name }) => repository === undefined || name === repository,
  );
  const links = waitingLinks(repository, { decides: may("proposals:decide") });

  return [
    {
      key: "proposals",
      icon: FileDiff,
      tone: "primary",
      title: "Proposals",
      one: "proposal",
      meaning: "Changes of skills to accept or reject",
      href: links.proposals,
      items: proposals.data?.items.map(ofProposal),
      total: proposals.data?.total,
      problem: readProblem("The proposals", proposals),
    },
    {
      key: "deliveries",
      icon: GitMerge,
      tone: "danger",
      title: "Deliveries",
      one: "delivery",
      meaning: "Approved skills whose file was not written",
      href: links.deliveries,
      items: deliveries.data?.items.map(ofDelivery),
      total: deliveries.data?.total,
      problem: readProblem("The deliveries", deliveries),
    },
    {
      key: "drifted",
      icon: ArrowRightLeft,
      tone: "warn",
      title: "Drifted memories",
      one: "drifted memory",
      meaning: "Their code changed, so agents do not get them",
      href: links.drifted,
      items: drifted.data?.items.map(ofMemory),
      total: drifted.data?.total,
      problem: readProblem("The drifted memories", drifted),
    },
    {
      key: "conflicts",
      icon: GitCompareArrows,
      tone: "warn",
      title: "Conflicts",
      one: "conflict",
      meaning: "Memories that cannot all be true",
      href: links.conflicts,
      items: conflicts.data?.items.map(ofConflict),
      total: conflicts.data?.total,
      problem: readProblem("The conflicts", conflicts),
    },
    {
      key: "quarantined",
      icon: ShieldAlert,
      tone: "danger",
      title: "Memories to look at for safety",
      one: "memory to look at for safety",
      meaning: "Text that addresses the reading model, or asks for what a person decides on",
      href: links.quarantined,
      items: quarantined.data?.items.map((memory) => ({
        ...ofMemory(memory),
        ...(may("proposals:decide")
          ? { href: `/memories/quarantine?${new URLSearchParams({ memory: memory.id })}` }
          : {}),
      })),
      total: quarantined.data?.total,
      problem: readProblem("The memories that wait for safety", quarantined),
    },
    {
      key: "repositories",
      icon: FolderX,
      tone: "danger",
      title: "Repositories",
      one: "repository",
      meaning: "Their commits could not be fetched",
      href: links.repositories,
      items: failedFetches?.map(ofRepository),
      total: repository === undefined ? repositories.data?.total : failedFetches?.length,
      problem: readProblem("The repositories", repositories),
    },
    ...(may("jobs:manage")
      ? [
          {
            key: "jobs",
            icon: CircleX,
            tone: "danger",
            title: "Failed jobs",
            one: "failed job",
            meaning: "Background work that was given up",
            href: links.jobs,
            items: jobs.data?.items.map(ofJob),
            total: jobs.data?.total,
            problem: readProblem("The jobs", jobs),
          } satisfies Group,
        ]
      : []),
  ];
}

/** Everything that waits for a person, the most valuable first: what it is, how far it reaches, since when. */
export function Waiting({ repository }: { repository: string | undefined }) {
  const groups = useGroups(repository);
  const shown = groups.filter(
    (group) => group.problem || group.items === undefined || group.items.length > 0,
  );
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-2 font-medium text-base">
        Needs you
      </h2>
      <div className="rounded-md border bg-card">
        {shown.length === 0 ? (
          <EmptyState icon={CircleCheck} title="Nothing needs you">
            No proposal is open, nothing drifted or contradicts, nothing is quarantined and nothing failed
            {repository === undefined ? "" : ` in ${repository}`}.
          </EmptyState>
        ) : (
          shown.map((group) => <GroupRow key={group.key} group={group} />)
        )}
      </div>
    </section>
  );
}

function GroupRow({ group }: { group: Group }) {
  const Icon = group.icon;
  return (
    <section
      aria-label={group.title}
      className="grid gap-x-6 border-b px-4 py-3 last:border-b-0 md:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <div className="flex gap-2.5 max-md:pb-1.5">
        <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", TONES[group.tone])} />
        <div className="min-w-0">
          <h3 className="text-sm">
            <Link href={group.href} className="font-medium underline-offset-4 hover:underline">
              {group.total === undefined
                ? group.title
                : times(group.total, group.one, group.title.toLowerCase())}
            </Link>
          </h3>
          <p className="text-pretty text-muted-foreground text-xs">{group.meaning}</p>
        </div>
      </div>
      <div className="min-w-0">
        <GroupItems group={group} />
      </div>
    </section>
  );
}

/** The first of a group; why they are not there, or placeholders, until they are. */
function GroupItems({ group }: { group: Group }) {
  const { problem, items, total = 0, href } = group;
  if (problem !== null)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span>
          Unavailable: {problem.happened} {problem.remedy}
        </span>
        <Button size="sm" busy={problem.retrying} onClick={problem.onRetry}>
          Try again
        </Button>
      </p>
    );
  if (items === undefined)
    return (
      <div className="flex flex-col gap-4 py-1.5" aria-busy="true">
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
      </div>
    );
  const rest = total - Math.min(SHOWN, items.length);
  return (
    <ul>
      {items.slice(0, SHOWN).map((item) => (
        <li key={item.id}>
          <Link
            href={item.href}
            className="-mx-2 grid gap-x-4 rounded-sm px-2 py-1 text-sm hover:bg-accent lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)_5.5rem]"
          >
            <span className="line-clamp-2 wrap-anywhere lg:line-clamp-1">{item.title}</span>
            <span className="text-muted-foreground lg:truncate">
              {item.reach}
              <span className="lg:hidden">
                {" · "}
                <RelativeTime at={item.at} />
              </span>
            </span>
            <RelativeTime at={item.at} className="text-right text-muted-foreground max-lg:hidden" />
          </Link>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <Link
            href={href}
            className="inline-block py-1 text-primary text-sm underline-offset-4 hover:underline"
          >
            {formatCount(rest)} more
          </Link>
        </li>
      )}
    </ul>
  );
}
