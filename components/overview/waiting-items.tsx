import type { ReactNode } from "react";
import { countOf, formatDay } from "@/components/pieces/format";
import type { RepositoryWithCounts } from "@/lib/citations/contract";
import type { ConversationDay } from "@/lib/conversations/contract";
import type { JobRecord } from "@/lib/jobs/contract";
import type { Delivery } from "@/lib/skills/contract";

/** One thing that waits: what it is, how far it reaches, since when. */
export type Item = { id: string; href: string; title: ReactNode; reach: ReactNode; at: string };

export function ofDelivery(delivery: Delivery): Item {
  return {
    id: delivery.id,
    href: `/skills/${delivery.skill.id}?tab=deliveries`,
    title: (
      <>
        {delivery.skill.name}, version {delivery.version_number}:{" "}
        {delivery.status === "conflict"
          ? "the file was changed meanwhile"
          : (delivery.error ?? "not delivered")}
      </>
    ),
    reach: delivery.repository.name,
    at: delivery.finished_at ?? delivery.created_at,
  };
}

export function ofRepository(repository: RepositoryWithCounts): Item {
  return {
    id: repository.id,
    href: `/settings/repositories?${new URLSearchParams({ open: repository.id })}`,
    title: (
      <>
        <span className="font-mono text-xs">{repository.name}</span>:{" "}
        {repository.fetch_error ?? "not fetched"}
      </>
    ),
    reach: `${countOf(
      Object.values(repository.citations).reduce((sum, count) => sum + count, 0),
      "citation",
      "citations",
    )} cannot be checked`,
    at: repository.fetched_at ?? repository.created_at,
  };
}

export function ofLog(log: ConversationDay): Item {
  return {
    id: log.id,
    href: `/conversations/${log.id}`,
    title: (
      <>
        {log.agent}, {formatDay(log.day)}
        {log.problem !== null && `: ${log.problem}`}
      </>
    ),
    reach: `${countOf(log.lines, "message", "messages")}, failed ${countOf(log.attempts, "time", "times")}`,
    at: log.created_at,
  };
}

export function ofJob(job: JobRecord): Item {
  return {
    id: job.id,
    href: "/settings/jobs",
    title: (
      <>
        {job.name.replaceAll("_", " ")}
        {job.error !== null && `: ${job.error}`}
      </>
    ),
    reach: countOf(job.attempts, "attempt", "attempts"),
    at: job.finished_at ?? job.created_at,
  };
}
