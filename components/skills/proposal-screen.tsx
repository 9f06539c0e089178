"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { readProblem } from "@/components/pieces/problem";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { proposalGet } from "@/lib/skills/contract";
import { proposalPage } from "@/messages/compiled/proposal-page";
import { proposalParameters } from "./filters";
import { ProposalHeading } from "./proposal-heading";
import { useProposalQueue } from "./proposal-queue";
import { ProposalReview } from "./proposal-review";

/** Should this change of a skill be accepted: the difference beside its evidence, decided hunk by hunk. */
export function ProposalScreen({ proposal_id }: { proposal_id: string }) {
  const t = useMessages(proposalPage);
  const [{ repository }] = useQueryStates(proposalParameters);
  const query = useQuery(operationQuery(proposalGet, { proposal_id }));
  const queue = useProposalQueue(proposal_id, repository);
  const problem = readProblem(t("unreadable"), query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  if (!query.data)
    return (
      <div aria-busy className="flex flex-col gap-4">
        <Skeleton className="w-40" />
        <Skeleton className="h-6 w-[32rem] max-w-full" />
        <Skeleton className="w-[28rem] max-w-full" />
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Skeleton className="h-96" />
          <Skeleton className="h-64 max-lg:hidden" />
        </div>
      </div>
    );
  return (
    <>
      <ProposalHeading proposal={query.data} queue={queue} />
      {/* Another proposal starts with nothing edited and nothing left out. */}
      <ProposalReview key={proposal_id} proposal={query.data} queue={queue} />
    </>
  );
}
