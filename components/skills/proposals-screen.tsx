"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileDiff, FilePlus2 } from "lucide-react";
import { parseAsBoolean, useQueryState, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { DraftProposals } from "@/components/pieces/draft-proposals";
import { Figure } from "@/components/pieces/figure";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { PagedTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { deliveryList, PROPOSAL_STATUSES, type ProposalStatus, proposalList } from "@/lib/skills/contract";
import { proposalsPage } from "@/messages/compiled/proposals-page";
import { skillsWords } from "@/messages/compiled/skills-words";
import type { PlainKey } from "@/messages/message";
import { StuckDeliveries } from "./delivery";
import { Targets } from "./effect";
import { FIRST_PAGE, type ProposalsParameters, proposalsInput, proposalsParameters, STUCK } from "./filters";
import { columnsOf } from "./proposal-columns";
import { PROPOSAL_TERMS } from "./words";

type Word = PlainKey<typeof proposalsPage>;

const EMPTY: Record<ProposalStatus, { title: Word; text: Word }> = {
  open: { title: "empty_open", text: "empty_open_text" },
  approved: { title: "empty_approved", text: "empty_approved_text" },
  rejected: { title: "empty_rejected", text: "empty_rejected_text" },
  superseded: { title: "empty_superseded", text: "empty_superseded_text" },
};

/** What is to decide, what people uploaded first, then what would spare the most; and what was decided, the latest first. */
export function ProposalsScreen() {
  const t = useMessages(proposalsPage);
  const [parameters, set] = useQueryStates(proposalsParameters, { history: "push" });
  const { may } = useMe();
  const pages = usePages();
  const [drafting, setDrafting] = useQueryState("draft", parseAsBoolean.withDefault(false));
  const list = useQuery({
    ...operationQuery(proposalList, proposalsInput(parameters)),
    placeholderData: keepPreviousData,
  });
  const canDraft = may("skills:manage");
  useShortcuts([{ keys: "d", label: t("draft"), when: canDraft, run: () => void setDrafting(true) }]);
  const { status, repository } = parameters;
  const columns = useMemo(() => columnsOf({ t, status }), [t, status]);
  const query = repository === null ? "" : `?${new URLSearchParams({ repository })}`;
  return (
    <>
      <PageHeader
        title={t("title")}
        question={t("question")}
        actions={
          canDraft && (
            <Button onClick={() => void setDrafting(true)}>
              <FilePlus2 aria-hidden />
              {t("draft")}
            </Button>
          )
        }
      />
      <Targets repository={repository} />
      <Stuck />
      <Filters parameters={parameters} onChange={(values) => void set({ ...values, ...FIRST_PAGE })} />
      <PagedTable
        list={{
          name: "proposals",
          contract: proposalList,
          input: proposalsInput(parameters),
          parameters: proposalsParameters,
        }}
        query={list}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("title")}
        columns={columns}
        rowId={(proposal) => proposal.id}
        rowHref={(proposal) => `/proposals/${proposal.id}${query}`}
        skeleton_rows={5}
        empty={<Empty status={status} />}
      />
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
  const t = useMessages(proposalsPage);
  const { title, text } = EMPTY[status];
  return (
    <EmptyState
      icon={FileDiff}
      title={t(title)}
      action={
        status === "open" && (
          <Button asChild>
            <Link href="/reviews">{t("see_rules")}</Link>
          </Button>
        )
      }
    >
      {t(text)}
    </EmptyState>
  );
}

/** The status, with how many have it; of those that wait, who looks at them. */
function Filters({
  parameters: { status, assignee, repository },
  onChange,
}: {
  parameters: ProposalsParameters;
  onChange: (values: Partial<Pick<ProposalsParameters, "status" | "assignee">>) => void;
}) {
  const t = useMessages(proposalsPage);
  const words = useMessages(skillsWords);
  const totals = useTotals(repository ?? undefined);
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <ToggleGroup
        label={t("status")}
        value={status}
        onValueChange={(next) => onChange({ status: next })}
        options={PROPOSAL_STATUSES.map((value) => ({
          value,
          label: (
            <>
              {words(PROPOSAL_TERMS[value].word)}
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
          label={t("assignee")}
          value={assignee}
          all={t("assignee_anyone")}
          onChange={(next) => onChange({ assignee: next })}
          options={[
            { value: "me", label: t("assignee_me") },
            { value: "nobody", label: t("assignee_nobody") },
          ]}
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
