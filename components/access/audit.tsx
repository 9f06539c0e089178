"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useQueryStates } from "nuqs";
import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { ListTable } from "@/components/pieces/list-table";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { auditList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { AuditChain } from "./audit-chain";
import { AuditDetail } from "./audit-detail";
import { AuditFilters } from "./audit-filters";
import { detailLine, operationWords, subjectHref } from "./audit-words";
import { type AuditSearch, auditInput, auditParameters } from "./parameters";
import { NotYours, Section } from "./section";

type AuditEntry = OutputOf<typeof auditList>["items"][number];

const COLUMNS: DataTableColumn<AuditEntry>[] = [
  {
    id: "operation",
    header: "What",
    width: "14rem",
    card: "title",
    cell: (entry) => operationWords(entry.operation),
  },
  {
    id: "actor",
    header: "Who",
    width: "12rem",
    card: "plain",
    cell: (entry) => <Actor actor={entry.actor} />,
  },
  {
    id: "detail",
    header: "Detail",
    card: "plain",
    hidden_below: "md",
    cell: (entry) => (
      <span className="text-muted-foreground" title={detailLine(entry.detail)}>
        {detailLine(entry.detail) || "–"}
      </span>
    ),
  },
  {
    id: "at",
    header: "When",
    width: "7.5rem",
    card: "plain",
    cell: (entry) => <RelativeTime at={entry.at} className="text-muted-foreground" />,
  },
];

/** Every change that was made, by whom and when. */
export function Audit() {
  const { me, may } = useMe();
  const pages = usePages();
  const drawer = useDrawer("entry");
  const reads = may("audit:read");
  const [search, setSearch] = useQueryStates(auditParameters);
  const reading = useQuery({
    ...operationQuery(auditList, auditInput({ ...search, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
    enabled: reads,
  });
  const page = reading.data;
  const open = page?.items.find((entry) => entry.id === drawer.id) ?? null;
  return (
    <Section
      title="Audit"
      description="Each change is recorded in the same transaction as the change itself, so neither exists without the other. The database adds entries and refuses to change them."
      closed={me && !reads && <NotYours>Leads and owners read the audit.</NotYours>}
    >
      <AuditChain />
      <AuditFilters
        search={search}
        onChange={(change) => {
          pages.reset();
          void setSearch(change, { history: "push" });
        }}
      />
      <ListTable
        list={{
          name: "audit",
          contract: auditList,
          input: auditInput(search),
          total: page?.total,
          parameters: auditParameters,
        }}
        label="Audit"
        columns={COLUMNS}
        rows={page?.items}
        rowId={(entry) => entry.id}
        onOpen={(entry) => drawer.open(entry.id)}
        open_id={drawer.id}
        error={readProblem("The audit", reading)}
        refreshing={reading.isPlaceholderData}
        empty={
          <EmptyState icon={ScrollText} title="No audit entry matches">
            Every change that a person or an agent makes is recorded here. Clear a filter to see more.
          </EmptyState>
        }
      />
      <PagerOf pages={pages} page={page} busy={reading.isPlaceholderData} />
      <Drawer open={open !== null} onClose={drawer.close} title={open ? operationWords(open.operation) : ""}>
        {open !== null && (
          <Entry
            entry={open}
            onNarrow={(change) => {
              pages.reset();
              drawer.close();
              void setSearch({ ...NOTHING, ...change }, { history: "push" });
            }}
          />
        )}
      </Drawer>
    </Section>
  );
}

const NOTHING = { actor: null, operation: null, subject: null, from: null, before: null } as const;

/** One entry, with the way to what it is about, and to what else the same person did or happened to the same thing. */
function Entry({ entry, onNarrow }: { entry: AuditEntry; onNarrow: (change: Partial<AuditSearch>) => void }) {
  const { actor, at, operation, subject_id, request_id, detail } = entry;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-2">
        <dt className="text-muted-foreground">Who</dt>
        <dd className="flex flex-wrap items-center gap-x-3">
          <Actor actor={actor} />
          <Button size="sm" variant="ghost" onClick={() => onNarrow({ actor: actor.id })}>
            Everything they did
          </Button>
        </dd>
        <dt className="text-muted-foreground">When</dt>
        <dd>
          <RelativeTime at={at} /> <span className="text-muted-foreground">({at})</span>
        </dd>
        <dt className="text-muted-foreground">Operation</dt>
        <dd>
          <code className="text-xs">{operation}</code>
        </dd>
        {subject_id !== null && (
          <>
            <dt className="text-muted-foreground">About</dt>
            <dd className="flex flex-wrap items-center gap-x-3 break-all">
              <Subject operation={operation} subject_id={subject_id} />
              <Button size="sm" variant="ghost" onClick={() => onNarrow({ subject: subject_id })}>
                Everything that happened to it
              </Button>
            </dd>
          </>
        )}
        <dt className="text-muted-foreground">Request</dt>
        <dd className="break-all">
          <code className="text-xs">{request_id}</code>
        </dd>
      </dl>
      <AuditDetail detail={detail} />
    </div>
  );
}

function Subject({ operation, subject_id }: { operation: string; subject_id: string }) {
  const href = subjectHref(operation, subject_id);
  const id = <code className="text-xs">{subject_id}</code>;
  if (href === null) return id;
  return (
    <Link href={href} className="text-primary underline-offset-4 hover:underline">
      {id}
    </Link>
  );
}
