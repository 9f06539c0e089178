"use client";

import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { Price, priceOf } from "@/components/pieces/price";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useFormat } from "@/components/pieces/use-format";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { type Proposal, type ProposalStatus, uploaderOf } from "@/lib/skills/contract";
import { proposalsPage } from "@/messages/compiled/proposals-page";
import type { PlainKey, Translate } from "@/messages/message";
import { isPredicted } from "./words";

type Word = PlainKey<typeof proposalsPage>;
type Column = Omit<DataTableColumn<Proposal>, "header"> & { header: Word };

/** The columns of the list; what was decided has others than what waits. */
export function columnsOf({
  t,
  status,
}: {
  t: Translate<typeof proposalsPage>;
  status: ProposalStatus;
}): DataTableColumn<Proposal>[] {
  const { before, after } = COLUMNS_OF[status];
  const columns = [TITLE, PRICE, SKILL, RULE, ...before, FINDINGS, CONFIDENCE, ...after];
  return columns.map((column) => ({ ...column, header: t(column.header) }));
}

const TITLE: Column = {
  id: "title",
  header: "column_proposal",
  card: "title",
  cell: (proposal) => (
    <span className="flex min-w-0 items-baseline gap-x-2 max-sm:flex-wrap">
      <span dir="auto" className="min-w-0 sm:truncate" title={visible(proposal.title)}>
        {visible(proposal.title)}
      </span>
      <Uploader drafter={proposal.drafter} />
    </span>
  ),
};

const SKILL: Column = {
  id: "skill",
  header: "column_skill",
  width: "9rem",
  card: "plain",
  importance: "high",
  cell: (proposal) => (
    <span title={`${proposal.repository.name}: ${proposal.skill.path}`}>{proposal.skill.name}</span>
  ),
};

const RULE: Column = {
  id: "rule",
  header: "column_rule",
  width: "8.5rem",
  importance: "medium",
  cell: ({ rule_category }) => {
    if (rule_category === null) return <Absent word="no_rule" />;
    return <span className="font-mono text-xs">{rule_category}</span>;
  },
};

const PRICE: Column = {
  id: "price",
  header: "column_effect",
  width: "17rem",
  card: "plain",
  cell: (proposal) => <PriceCell proposal={proposal} />,
};

const ASSIGNEE: Column = {
  id: "assignee",
  header: "column_assignee",
  width: "7.5rem",
  importance: "medium",
  cell: ({ assignee }) => assignee?.name ?? <Absent word="no_assignee" />,
};

const FINDINGS: Column = {
  id: "evidence",
  header: "column_findings",
  width: "6rem",
  align: "right",
  importance: "high",
  cell: (proposal) => <Count count={proposal.evidence_count} />,
};

const CONFIDENCE: Column = {
  id: "confidence",
  header: "column_confidence",
  width: "6.5rem",
  align: "right",
  importance: "medium",
  cell: ({ drafter, confidence, predicted }) => {
    if (uploaderOf(drafter) !== null) return <Absent word="confidence_uploaded" />;
    if (!isPredicted(predicted)) return <Absent word="confidence_not_known" />;
    return <Confidence confidence={confidence} />;
  },
};

const DECIDED_BY: Column = {
  id: "decided_by",
  header: "column_decided_by",
  width: "10rem",
  card: "plain",
  importance: "medium",
  cell: ({ decided_by }) => decided_by && <Actor actor={decided_by} />,
};

const VERSION: Column = {
  id: "version",
  header: "column_version",
  width: "5rem",
  align: "right",
  importance: "high",
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
  header: "column_drafted",
  width: "6.5rem",
  align: "right",
  card: "plain",
  importance: "high",
  cell: (proposal) => (
    <RelativeTime at={proposal.decided_at ?? proposal.created_at} className="text-muted-foreground" />
  ),
};
const DECIDED: Column = { ...DRAFTED, header: "column_decided" };

/** What stands before the evidence, and after it. */
const COLUMNS_OF: Record<ProposalStatus, { before: Column[]; after: Column[] }> = {
  open: { before: [ASSIGNEE], after: [DRAFTED] },
  approved: { before: [], after: [DECIDED_BY, VERSION, DECIDED] },
  rejected: { before: [], after: [DECIDED_BY, DECIDED] },
  superseded: { before: [], after: [DRAFTED] },
};

/** What a cell says where there is no value. */
function Absent({ word, reason }: { word: Word; reason?: Word }) {
  const t = useMessages(proposalsPage);
  return (
    <span className="text-muted-foreground" title={reason && t(reason)}>
      {t(word)}
    </span>
  );
}

function Count({ count }: { count: number }) {
  return useFormat().formatCount(count);
}

function Confidence({ confidence }: { confidence: number }) {
  const t = useMessages(proposalsPage);
  return <span title={t("confidence_meaning")}>{useFormat().formatShare(confidence)}</span>;
}

function PriceCell({ proposal: { predicted, drafter } }: { proposal: Proposal }) {
  if (predicted) return <Price price={priceOf(predicted)} className="block whitespace-normal text-xs" />;
  if (uploaderOf(drafter) !== null)
    return <Absent word="effect_not_known" reason="effect_not_known_reason" />;
  return <Absent word="effect_not_computed" />;
}

/** Who sent a change on purpose, which stands first for that. */
function Uploader({ drafter }: { drafter: string }) {
  const t = useMessages(proposalsPage);
  const name = uploaderOf(drafter);
  if (name === null) return null;
  return (
    <span
      className="max-w-40 shrink-0 truncate text-muted-foreground text-xs"
      title={t("uploaded_by_title", { name })}
    >
      {t("uploaded_by", { name })}
    </span>
  );
}
