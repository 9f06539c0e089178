"use client";

import { useQuery } from "@tanstack/react-query";
import { type InboxItemProps, InboxRecord } from "@/components/review-queue/inbox-item";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { proposalGet } from "@/lib/skills/contract";
import { proposalPage } from "@/messages/compiled/proposal-page";
import { ProposalHeading } from "./proposal-heading";
import type { ProposalQueue } from "./proposal-queue";
import { ProposalReview } from "./proposal-review";

/** A change of a skill, in the inbox. */
export function ProposalItem({ subject_id, queue }: InboxItemProps) {
  const t = useMessages(proposalPage);
  const query = useQuery(operationQuery(proposalGet, { proposal_id: subject_id }));
  const place: ProposalQueue = {
    total: null,
    place: null,
    list_href: "/inbox",
    isPage: false,
    next: () => queue.goOn([subject_id], t("decided")),
    skip: null,
    onDialogClosed: queue.onDialogClosed,
  };
  return (
    <InboxRecord
      what={t("unreadable")}
      query={query}
      record={query.data}
      waits={({ status }) => status === "open"}
    >
      {(open) => (
        <article className="min-w-0">
          <ProposalHeading proposal={open} queue={place} heading={queue.heading} />
          <ProposalReview key={subject_id} proposal={open} queue={place} />
        </article>
      )}
    </InboxRecord>
  );
}
