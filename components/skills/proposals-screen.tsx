"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileDiff, FilePlus2 } from "lucide-react";
import { parseAsBoolean, useQueryState, useQueryStates } from "nuqs";
import { DraftProposals } from "@/components/pieces/draft-proposals";
import { Figure } from "@/components/pieces/figure";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { ListTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useShortcuts } from "@/components/ui/shortcuts";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { deliveryList, PROPOSAL_STATUSES, type ProposalStatus, proposalList } from "@/lib/skills/contract";
import { StuckDeliveries } from "./delivery";
import { Targets } from "./effect";
import { FIRST_PAGE, type ProposalsParameters, proposalsInput, proposalsParameters, STUCK } from "./filters";
import { columnsOf } from "./proposal-columns";
import { PROPOSAL_TERMS } from "./words";

const EMPTY: Record<ProposalStatus, { title: string; text: string }> = {
  open: {
    title: "Nothing to decide",
    text: "Proposals are drafted from the rules that get rejected most. Draft now, or wait for more evidence.",
  },
  approved: {
    title: "No approved proposals yet",
    text: "An approved proposal becomes a version of a skill.",
  },
  rejected: {
    title: "No rejected proposals",
    text: "A rejection is stored with its reason. The same change is proposed again only when there is more evidence.",
  },
  superseded: {
    title: "No superseded proposals",
    text: "A proposal is superseded when another takes its place.",
  },
};

/** What is to decide, what people uploaded first, then what would spare the most; and what was decided, the latest first. */
export function ProposalsScreen() {
  const [parameters, set] = useQueryStates(proposalsParameters, { history: "push" });
  const { may } = useMe();
  const pages = usePages();
  const [drafting, setDrafting] = useQueryState("draft", parseAsBoolean.withDefault(false));
  const list = useQuery({
    ...operationQuery(proposalList, proposalsInput(parameters)),
    placeholderData: keepPreviousData,
  });
  const canDraft = may("skills:manage");
  useShortcuts([{ keys: "d", label: "Draft proposals", when: canDraft, run: () => void setDrafting(true) }]);
  const { status, repository } = parameters;
  const query = repository === null ? "" : `?${new URLSearchParams({ repository })}`;
  return (
    <>
      <PageHeader
        title="Proposals"
        question="Should these changes of a skill be accepted?"
        actions={
          canDraft && (
            <Button onClick={() => void setDrafting(true)}>
              <FilePlus2 aria-hidden />
              Draft proposals
            </Button>
          )
        }
      />
      <Targets repository={repository} />
      <Stuck />
      <Filters parameters={parameters} onChange={(values) => void set({ ...values, ...FIRST_PAGE })} />
      <ListTable
        list={{
          name: "proposals",
          contract: proposalList,
          input: proposalsInput(parameters),
          total: list.data?.total,
          parameters: proposalsParameters,
        }}
        label="Proposals"
        columns={columnsOf(status)}
        rows={list.data?.items}
        rowId={(proposal) => proposal.id}
        rowHref={(proposal) => `/proposals/${proposal.id}${query}`}
        refreshing={list.isFetching && list.data !== undefined}
        skeleton_rows={5}
        error={readProblem("The proposals", list)}
        empty={<Empty status={status} />}
      />
      <PagerOf pages={pages} page={list.data} busy={list.isFetching} />
      <DraftProposals
        open={drafting}
        onOpenChange={(open) => void setDrafting(open || null)}
        repository={repository}
        wanted={null}
      />
    </>
  );
}

function Stuck() {
  const { data } = useQuery(operationQuery(deliveryList, STUCK));
  return <StuckDeliveries deliveries={data?.items ?? []} total={data?.total ?? 0} />;
}

function Empty({ status }: { status: ProposalStatus }) {
  const { title, text } = EMPTY[status];
  return (
    <EmptyState
      icon={FileDiff}
      title={title}
      action={
        status === "open" && (
          <Button asChild>
            <Link href="/reviews">See which rules get rejected</Link>
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

const ASSIGNEES = [
  { value: "me", label: "me" },
  { value: "nobody", label: "unassigned" },
] as const;

/** The status, with how many have it; of those that wait, who looks at them. */
function Filters({
  parameters: { status, assignee, repository },
  onChange,
}: {
  parameters: ProposalsParameters;
  onChange: (values: Partial<Pick<ProposalsParameters, "status" | "assignee">>) => void;
}) {
  const totals = useTotals(repository ?? undefined);
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <ToggleGroup
        label="Status"
        value={status}
        onValueChange={(next) => onChange({ status: next })}
        options={PROPOSAL_STATUSES.map((value) => ({
          value,
          label: (
            <>
              {PROPOSAL_TERMS[value].word}
              {totals[value] !== undefined && (
                <Figure
                  measure="proposals"
                  filter={{ repository, status: value }}
                  value={totals[value]}
                  linked={false}
                  className="text-muted-foreground"
                />
              )}
            </>
          ),
        }))}
      />
      {status === "open" && (
        <FilterToggle
          label="Assignee"
          value={assignee}
          all="anyone"
          onChange={(next) => onChange({ assignee: next })}
          options={ASSIGNEES}
        />
      )}
    </div>
  );
}

function useTotals(repository: string | undefined): Partial<Record<ProposalStatus, number | undefined>> {
  const open = useQuery(operationQuery(proposalList, { status: ["open"], repository, limit: 1 }));
  const approved = useQuery(operationQuery(proposalList, { status: ["approved"], repository, limit: 1 }));
  const rejected = useQuery(operationQuery(proposalList, { status: ["rejected"], repository, limit: 1 }));
  return { open: open.data?.total, approved: approved.data?.total, rejected: rejected.data?.total };
}
