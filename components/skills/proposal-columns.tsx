"use client";

import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { formatCount, formatShare } from "@/components/pieces/format";
import { Price, priceOf } from "@/components/pieces/price";
import { RelativeTime } from "@/components/pieces/relative-time";
import Link from "@/components/ui/link";
import { type Proposal, type ProposalStatus, uploaderOf } from "@/lib/skills/contract";
import { isPredicted } from "./words";

type Column = DataTableColumn<Proposal>;

/** The columns of the list; what was decided has others than what waits. */
export function columnsOf(status: ProposalStatus): Column[] {
  const byStatus = COLUMNS_OF[status];
  return [TITLE, PRICE, SKILL, RULE, ...byStatus.before, FINDINGS, CONFIDENCE, ...byStatus.after];
}

const TITLE: Column = {
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
};

const SKILL: Column = {
  id: "skill",
  header: "Skill",
  width: "9rem",
  card: "plain",
  hidden_below: "md",
  cell: (proposal) => (
    <span title={`${proposal.repository.name}: ${proposal.skill.path}`}>{proposal.skill.name}</span>
  ),
};

const RULE: Column = {
  id: "rule",
  header: "Rule",
  width: "8.5rem",
  hidden_below: "lg",
  cell: ({ rule_category }) => {
    if (rule_category === null) return <Absent>none</Absent>;
    return <span className="font-mono text-xs">{rule_category}</span>;
  },
};

const PRICE: Column = {
  id: "price",
  header: "Expected effect",
  width: "17rem",
  card: "plain",
  cell: (proposal) => <PriceCell proposal={proposal} />,
};

const ASSIGNEE: Column = {
  id: "assignee",
  header: "Assignee",
  width: "7.5rem",
  hidden_below: "lg",
  cell: ({ assignee }) => assignee?.name ?? <Absent>unassigned</Absent>,
};

const FINDINGS: Column = {
  id: "evidence",
  header: "Findings",
  width: "6rem",
  align: "right",
  cell: (proposal) => formatCount(proposal.evidence_count),
};

const CONFIDENCE: Column = {
  id: "confidence",
  header: "Confidence",
  width: "6.5rem",
  align: "right",
  hidden_below: "md",
  cell: ({ drafter, confidence, predicted }) => {
    if (uploaderOf(drafter) !== null) return <Absent>uploaded</Absent>;
    if (!isPredicted(predicted)) return <Absent>not known</Absent>;
    return (
      <span title="At least how certain it is that the findings it would hide are false alarms">
        {formatShare(confidence)}
      </span>
    );
  },
};

const DECIDED_BY: Column = {
  id: "decided_by",
  header: "Decided by",
  width: "10rem",
  card: "plain",
  hidden_below: "md",
  cell: ({ decided_by }) => decided_by && <Actor actor={decided_by} />,
};

const VERSION: Column = {
  id: "version",
  header: "Version",
  width: "5rem",
  align: "right",
  cell: ({ applied_version, skill }) =>
    applied_version !== null && (
      <Link
        href={`/skills/${skill.id}?version=${applied_version}`}
        className="rounded-sm underline-offset-4 hover:underline"
      >
        {applied_version}
      </Link>
    ),
};

const DRAFTED: Column = {
  id: "age",
  header: "Drafted",
  width: "6.5rem",
  align: "right",
  card: "plain",
  cell: (proposal) => (
    <RelativeTime at={proposal.decided_at ?? proposal.created_at} className="text-muted-foreground" />
  ),
};
const DECIDED: Column = { ...DRAFTED, header: "Decided" };

/** What stands before the evidence, and after it. */
const COLUMNS_OF: Record<ProposalStatus, { before: Column[]; after: Column[] }> = {
  open: { before: [ASSIGNEE], after: [DRAFTED] },
  approved: { before: [], after: [DECIDED_BY, VERSION, DECIDED] },
  rejected: { before: [], after: [DECIDED_BY, DECIDED] },
  superseded: { before: [], after: [DRAFTED] },
};

/** What a cell says where there is no value. */
function Absent({ title, children }: { title?: string; children: string }) {
  return (
    <span className="text-muted-foreground" title={title}>
      {children}
    </span>
  );
}

function PriceCell({ proposal: { predicted, drafter } }: { proposal: Proposal }) {
  if (predicted) return <Price price={priceOf(predicted)} className="block whitespace-normal text-xs" />;
  if (uploaderOf(drafter) !== null)
    return <Absent title="There is no prediction for a change without findings">not known</Absent>;
  return <Absent>not computed</Absent>;
}

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
