"use client";

import { useQuery } from "@tanstack/react-query";
import { FileDiff, FilePlus2 } from "lucide-react";
import { parseAsBoolean, useQueryState, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { DraftProposals } from "@/components/pieces/draft-proposals";
import { Figure } from "@/components/pieces/figure";
import { FilterChips } from "@/components/pieces/filter-chips";
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
import { listQuery, operationQuery } from "@/lib/doors/client";
import {
  deliveryList,
  PROPOSAL_STATUSES,
  type ProposalStatus,
  proposalList,
  skillGet,
} from "@/lib/skills/contract";
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

const NO_FILTERS = { skill: null, rule: null, assignee: null } as const;

/** Only what waits has an assignee to filter by. */
function isFiltered({ status, skill, rule, assignee }: ProposalsParameters): boolean {
  return skill !== null || rule !== null || (status === "open" && assignee !== null);
}

type Change = (values: Partial<Pick<ProposalsParameters, "status" | keyof typeof NO_FILTERS>>) => void;

/** What is to decide, what people uploaded first, then what would spare the most; and what was decided, the latest first. */
export function ProposalsScreen() {
  const t = useMessages(proposalsPage);
  const [parameters, set] = useQueryStates(proposalsParameters, { history: "push" });
  const { may } = useMe();
  const pages = usePages();
  const [drafting, setDrafting] = useQueryState("draft", parseAsBoolean.withDefault(false));
  const list = useQuery(listQuery(proposalList, proposalsInput(parameters)));
  const canDraft = may("skills:manage");
  useShortcuts([{ keys: "d", label: t("draft"), when: canDraft, run: () => void setDrafting(true) }]);
  const { status, repository } = parameters;
  const columns = useMemo(() => columnsOf({ t, status }), [t, status]);
  const query = repository === null ? "" : `?${new URLSearchParams({ repository })}`;
  const change: Change = (values) => void set({ ...values, ...FIRST_PAGE });
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
      <Filters parameters={parameters} onChange={change} />
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
        empty={<Empty parameters={parameters} onClear={() => change(NO_FILTERS)} />}
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

function Empty({ parameters, onClear }: { parameters: ProposalsParameters; onClear: () => void }) {
  const t = useMessages(proposalsPage);
  const { status } = parameters;
  if (isFiltered(parameters))
    return (
      <EmptyState
        icon={FileDiff}
        title={t("none_matches")}
        action={<Button onClick={onClear}>{t("clear_filters")}</Button>}
      >
        {t("none_matches_meaning")}
      </EmptyState>
    );
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

/** The status, of those that wait, who looks at them, and what else the URL says of the list. */
function Filters({ parameters, onChange }: { parameters: ProposalsParameters; onChange: Change }) {
  const t = useMessages(proposalsPage);
  const { status, assignee } = parameters;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <StatusToggle parameters={parameters} onChange={onChange} />
      <Chips parameters={parameters} onRemove={(key) => onChange({ [key]: null })} />
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

/** The statuses, with how many of what passes the other filters have each. */
function StatusToggle({ parameters, onChange }: { parameters: ProposalsParameters; onChange: Change }) {
  const t = useMessages(proposalsPage);
  const words = useMessages(skillsWords);
  const totals = useTotals(parameters);
  const { repository, skill, rule, assignee } = parameters;
  return (
    <ToggleGroup
      label={t("status")}
      value={parameters.status}
      onValueChange={(next) => onChange({ status: next })}
      options={PROPOSAL_STATUSES.map((status) => ({
        value: status,
        label: (
          <>
            {words(PROPOSAL_TERMS[status].word)}
            {totals[status] !== undefined && (
              <Figure
                measure="proposals"
                filter={{ repository, status, skill, rule, ...(status === "open" && { assignee }) }}
                value={totals[status]}
                linked={false}
                className="text-muted-foreground"
              />
            )}
          </>
        ),
      }))}
    />
  );
}

function useTotals(parameters: ProposalsParameters): Partial<Record<ProposalStatus, number | undefined>> {
  const of = (status: ProposalStatus) =>
    operationQuery(proposalList, { ...proposalsInput({ ...parameters, status, cursor: null }), limit: 1 });
  const open = useQuery(of("open"));
  const approved = useQuery(of("approved"));
  const rejected = useQuery(of("rejected"));
  return { open: open.data?.total, approved: approved.data?.total, rejected: rejected.data?.total };
}

/** The filters that links set and no other control shows. */
function Chips({
  parameters: { skill, rule },
  onRemove,
}: {
  parameters: ProposalsParameters;
  onRemove: (key: "skill" | "rule") => void;
}) {
  const t = useMessages(proposalsPage);
  const read = useQuery({
    ...operationQuery(skillGet, { skill_id: skill ?? "" }),
    enabled: skill !== null,
  });
  const values = { skill: skill && (read.data?.name ?? skill), rule };
  return (
    <FilterChips
      chips={(["skill", "rule"] as const).flatMap((key) => {
        const value = values[key];
        if (value === null) return [];
        return [{ key, word: t(`filter_${key}`), value, mono: key === "rule" }];
      })}
      onRemove={onRemove}
    />
  );
}
