"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileDiff, FilePlus2 } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { Actor } from "@/components/pieces/actor";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { DraftProposals } from "@/components/pieces/draft-proposals";
import { formatCount, formatShare } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useShortcuts } from "@/components/ui/shortcuts";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import {
  deliveryList,
  PROPOSAL_STATUSES,
  type Proposal,
  type ProposalStatus,
  proposalList,
  uploaderOf,
} from "@/lib/skills/contract";
import { StuckDeliveries } from "./delivery";
import { Targets } from "./effect";
import { FIRST_PAGE, proposalsInput, proposalsParameters, STUCK } from "./filters";
import { PROPOSAL_TERMS } from "./words";

const EMPTY: Record<ProposalStatus, { title: string; text: string }> = {
  open: {
    title: "Nothing to decide",
    text: "Proposals are drafted from the rules that get rejected most. Draft now, or wait for more evidence.",
  },
  approved: { title: "No proposal was approved yet", text: "What is approved becomes a version of a skill." },
  rejected: {
    title: "No proposal was rejected",
    text: "A rejection keeps its reason, and its evidence proposes nothing again until it has grown.",
  },
  superseded: {
    title: "None was superseded",
    text: "A proposal is superseded when another takes its place.",
  },
};

/** Who sent a change on purpose, which stands first for that. */
function Uploader({ drafter }: { drafter: string }) {
  const name = uploaderOf(drafter);
  if (name === null) return null;
  return (
    <span className="max-w-40 shrink-0 truncate text-muted-foreground text-xs" title={`Uploaded by ${name}`}>
      uploaded by {name}
    </span>
  );
}

function columnsOf(status: ProposalStatus): DataTableColumn<Proposal>[] {
  const decided = status === "approved" || status === "rejected";
  return [
    {
      id: "title",
      header: "Proposal",
      card: "title",
      cell: (proposal) => (
        <span className="flex min-w-0 items-baseline gap-x-2 max-sm:flex-wrap">
          <span dir="auto" className="min-w-0 sm:truncate" title={proposal.title}>
            {proposal.title}
          </span>
          <Uploader drafter={proposal.drafter} />
        </span>
      ),
    },
    {
      id: "skill",
      header: "Skill",
      width: "9rem",
      card: "plain",
      hidden_below: "md",
      cell: (proposal) => (
        <span title={`${proposal.repository.name}: ${proposal.skill.path}`}>{proposal.skill.name}</span>
      ),
    },
    {
      id: "rule",
      header: "Rule",
      width: "8.5rem",
      hidden_below: "lg",
      cell: (proposal) => {
        if (proposal.rule_category !== null)
          return <span className="font-mono text-xs">{proposal.rule_category}</span>;
        return <span className="text-muted-foreground">none</span>;
      },
    },
    {
      id: "spared",
      header: "Would spare",
      width: "7rem",
      align: "right",
      cell: ({ predicted, drafter }) => {
        if (predicted)
          return (
            <span title={`Of ${predicted.rejected} findings rejected in ${predicted.days} days, by matching`}>
              {formatCount(predicted.spared)}{" "}
              <span className="text-muted-foreground">of {formatCount(predicted.rejected)}</span>
            </span>
          );
        if (uploaderOf(drafter) !== null)
          return (
            <span
              className="text-muted-foreground"
              title="Nothing predicts what a change without findings does"
            >
              not known
            </span>
          );
        return <span className="text-muted-foreground">not computed</span>;
      },
    },
    ...(status === "open"
      ? [
          {
            id: "assignee",
            header: "Looks at it",
            width: "7.5rem",
            hidden_below: "lg",
            cell: (proposal) =>
              proposal.assignee?.name ?? <span className="text-muted-foreground">nobody</span>,
          } satisfies DataTableColumn<Proposal>,
        ]
      : []),
    {
      id: "evidence",
      header: "Findings",
      width: "6rem",
      align: "right",
      cell: (proposal) => formatCount(proposal.evidence_count),
    },
    {
      id: "confidence",
      header: "Confidence",
      width: "6.5rem",
      align: "right",
      hidden_below: "md",
      cell: (proposal) => {
        if (uploaderOf(proposal.drafter) === null) return formatShare(proposal.confidence);
        return <span className="text-muted-foreground">uploaded</span>;
      },
    },
    ...(decided
      ? [
          {
            id: "decided_by",
            header: "Decided by",
            width: "10rem",
            card: "plain",
            hidden_below: "md",
            cell: (proposal) => {
              if (proposal.decided_by) return <Actor actor={proposal.decided_by} />;
              return null;
            },
          } satisfies DataTableColumn<Proposal>,
        ]
      : []),
    ...(status === "approved"
      ? [
          {
            id: "version",
            header: "Version",
            width: "5rem",
            align: "right",
            cell: (proposal) => {
              if (proposal.applied_version === null) return null;
              return (
                <Link
                  href={`/skills/${proposal.skill.id}?version=${proposal.applied_version}`}
                  className="rounded-sm underline-offset-4 hover:underline"
                >
                  {proposal.applied_version}
                </Link>
              );
            },
          } satisfies DataTableColumn<Proposal>,
        ]
      : []),
    {
      id: "age",
      header: decided ? "Decided" : "Drafted",
      width: "6.5rem",
      align: "right",
      card: "plain",
      cell: (proposal) => (
        <RelativeTime at={proposal.decided_at ?? proposal.created_at} className="text-muted-foreground" />
      ),
    },
  ];
}

/** What is to decide, what people uploaded first, then what would spare the most; and what was decided, the latest first. */
export function ProposalsScreen() {
  const [parameters, set] = useQueryStates(proposalsParameters, { history: "push" });
  const { may } = useMe();
  const pages = usePages();
  const [drafting, setDrafting] = useState(false);
  const list = useQuery({
    ...operationQuery(proposalList, proposalsInput(parameters)),
    placeholderData: keepPreviousData,
  });
  const stuck = useQuery(operationQuery(deliveryList, STUCK));
  const repository = parameters.repository ?? undefined;
  const open = useQuery(operationQuery(proposalList, { status: ["open"], repository, limit: 1 }));
  const approved = useQuery(operationQuery(proposalList, { status: ["approved"], repository, limit: 1 }));
  const rejected = useQuery(operationQuery(proposalList, { status: ["rejected"], repository, limit: 1 }));
  const totals: Partial<Record<ProposalStatus, number | undefined>> = {
    open: open.data?.total,
    approved: approved.data?.total,
    rejected: rejected.data?.total,
  };
  const canDraft = may("skills:manage");
  useShortcuts(canDraft ? [{ keys: "d", label: "Draft proposals", run: () => setDrafting(true) }] : []);
  const { title, text } = EMPTY[parameters.status];
  return (
    <>
      <PageHeader
        title="Proposals"
        question="Should these changes of a skill be accepted?"
        actions={
          canDraft && (
            <Button onClick={() => setDrafting(true)}>
              <FilePlus2 aria-hidden />
              Draft proposals
            </Button>
          )
        }
      />
      <Targets repository={parameters.repository} />
      <StuckDeliveries deliveries={stuck.data?.items ?? []} total={stuck.data?.total ?? 0} />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ToggleGroup
          label="Status"
          value={parameters.status}
          onValueChange={(status) => void set({ status, ...FIRST_PAGE })}
          options={PROPOSAL_STATUSES.map((status) => ({
            value: status,
            label: (
              <>
                {PROPOSAL_TERMS[status].word}
                {totals[status] !== undefined && (
                  <span className="text-muted-foreground">{formatCount(totals[status])}</span>
                )}
              </>
            ),
          }))}
        />
        {parameters.status === "open" && (
          <ToggleGroup
            label="Who looks at it"
            value={parameters.assignee ?? "all"}
            onValueChange={(value) => void set({ assignee: value === "all" ? null : value, ...FIRST_PAGE })}
            options={[
              { value: "all", label: "everyone's" },
              { value: "me", label: "mine" },
              { value: "nobody", label: "nobody's" },
            ]}
          />
        )}
      </div>
      <DataTable
        label="Proposals"
        columns={columnsOf(parameters.status)}
        rows={list.data?.items}
        rowId={(proposal) => proposal.id}
        rowHref={(proposal) =>
          `/proposals/${proposal.id}${repository ? `?${new URLSearchParams({ repository })}` : ""}`
        }
        refreshing={list.isFetching && list.data !== undefined}
        skeleton_rows={5}
        error={readProblem("The proposals", list)}
        empty={
          <EmptyState
            icon={FileDiff}
            title={title}
            action={
              parameters.status === "open" && (
                <Button asChild>
                  <Link href="/reviews">See which rules get rejected</Link>
                </Button>
              )
            }
          >
            {text}
          </EmptyState>
        }
      />
      <PagerOf pages={pages} page={list.data} busy={list.isFetching} />
      <DraftProposals
        open={drafting}
        onOpenChange={setDrafting}
        repository={parameters.repository}
        wanted={null}
      />
    </>
  );
}
