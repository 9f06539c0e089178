import type { ReactNode } from "react";
import type { Formats } from "@/components/pieces/format";
import type { RepositoryWithCounts } from "@/lib/citations/contract";
import type { ConversationDay } from "@/lib/conversations/contract";
import type { JobRecord } from "@/lib/jobs/contract";
import type { Delivery } from "@/lib/skills/contract";
import type { overview } from "@/messages/compiled/overview";
import type { Translate } from "@/messages/message";

/** One thing that waits: what it is, how far it reaches, since when. */
export type Item = { id: string; href: string; title: ReactNode; reach: ReactNode; at: string };

type Words = { t: Translate<typeof overview> };

function problemOf({ t, delivery }: Words & { delivery: Delivery }): string {
  if (delivery.status === "conflict") return t("file_changed");
  return delivery.error ?? t("not_delivered");
}

export function ofDelivery({ t, delivery }: Words & { delivery: Delivery }): Item {
  return {
    id: delivery.id,
    href: `/skills/${delivery.skill.id}?tab=deliveries`,
    title: t("delivery_problem", {
      skill: delivery.skill.name,
      version: delivery.version_number,
      problem: problemOf({ t, delivery }),
    }),
    reach: delivery.repository.name,
    at: delivery.finished_at ?? delivery.created_at,
  };
}

export function ofRepository({ t, repository }: Words & { repository: RepositoryWithCounts }): Item {
  return {
    id: repository.id,
    href: `/settings/repositories?${new URLSearchParams({ open: repository.id })}`,
    title: (
      <>
        <span className="font-mono text-xs">{repository.name}</span>:{" "}
        {repository.fetch_error ?? t("not_fetched")}
      </>
    ),
    reach: t("not_checkable", {
      count: Object.values(repository.citations).reduce((sum, count) => sum + count, 0),
    }),
    at: repository.fetched_at ?? repository.created_at,
  };
}

export function ofLog({
  t,
  formats: { formatDay },
  log,
}: Words & { formats: Formats; log: ConversationDay }): Item {
  return {
    id: log.id,
    href: `/conversations/${log.id}`,
    title: (
      <>
        {log.agent}, {formatDay(log.day)}
        {log.problem !== null && `: ${log.problem}`}
      </>
    ),
    reach: t("log_reach", { messages: log.lines, attempts: log.attempts }),
    at: log.created_at,
  };
}

export function ofJob({ t, job }: Words & { job: JobRecord }): Item {
  return {
    id: job.id,
    href: "/settings/jobs",
    title: (
      <>
        {job.name.replaceAll("_", " ")}
        {job.error !== null && `: ${job.error}`}
      </>
    ),
    reach: t("attempts", { count: job.attempts }),
    at: job.finished_at ?? job.created_at,
  };
}
