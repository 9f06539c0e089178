"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useQueryStates } from "nuqs";
import { Actor } from "@/components/pieces/actor";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { EmptyState } from "@/components/ui/empty-state";
import { auditList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { AuditChain } from "./audit-chain";
import { AuditDetail } from "./audit-detail";
import { AuditFilters } from "./audit-filters";
import { auditInput, auditParameters } from "./parameters";
import { NotYours, Section } from "./section";

type AuditEntry = OutputOf<typeof auditList>["items"][number];

const NOUNS_OF_TWO = ["agent_key"];
const VERBS: ReadonlySet<string> = new Set(["sign_in", "sign_out"]);

/** `agent_key_revoke` → "agent key · revoke": the noun, then the verb. */
function inWords(operation: string): string {
  if (VERBS.has(operation)) return operation.replace("_", " ");
  const [first = "", ...rest] = operation.split("_");
  const two = NOUNS_OF_TWO.find((noun) => operation.startsWith(`${noun}_`));
  if (two) return `${two.replace("_", " ")} · ${operation.slice(two.length + 1).replaceAll("_", " ")}`;
  return `${first} · ${rest.join(" ")}`;
}

/** The first plain values of the detail, for one line. */
function inShort(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .flatMap(([name, value]) => {
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
        return [`${name.replaceAll("_", " ")} ${value}`];
      return [];
    })
    .join(", ");
}

const COLUMNS: DataTableColumn<AuditEntry>[] = [
  {
    id: "operation",
    header: "What",
    width: "14rem",
    card: "title",
    cell: (entry) => inWords(entry.operation),
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
    cell: (entry) => <span className="text-muted-foreground">{inShort(entry.detail) || "–"}</span>,
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
    >
      {me && !reads ? (
        <NotYours>Leads and owners read the audit.</NotYours>
      ) : (
        <>
          <AuditChain />
          <AuditFilters
            search={search}
            onChange={(change) => {
              pages.reset();
              void setSearch(change, { history: "push" });
            }}
          />
          <DataTable
            label="Audit"
            columns={COLUMNS}
            rows={page?.items}
            rowId={(entry) => entry.id}
            onOpen={(entry) => drawer.open(entry.id)}
            open_id={drawer.id}
            error={readProblem("The audit", reading)}
            refreshing={reading.isPlaceholderData}
            empty={
              <EmptyState icon={ScrollText} title="Nothing is recorded of that">
                The first change made by a person or an agent is the first entry.
              </EmptyState>
            }
          />
          <PagerOf pages={pages} page={page} busy={reading.isPlaceholderData} />
        </>
      )}
      <Drawer open={open !== null} onClose={drawer.close} title={open ? inWords(open.operation) : ""}>
        {open !== null && (
          <div className="flex flex-col gap-4 text-sm">
            <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-2">
              <dt className="text-muted-foreground">Who</dt>
              <dd>
                <Actor actor={open.actor} />
              </dd>
              <dt className="text-muted-foreground">When</dt>
              <dd>
                <RelativeTime at={open.at} /> <span className="text-muted-foreground">({open.at})</span>
              </dd>
              <dt className="text-muted-foreground">Operation</dt>
              <dd>
                <code className="text-xs">{open.operation}</code>
              </dd>
              {open.subject_id ? (
                <>
                  <dt className="text-muted-foreground">Subject</dt>
                  <dd className="break-all">
                    <code className="text-xs">{open.subject_id}</code>
                  </dd>
                </>
              ) : null}
              <dt className="text-muted-foreground">Request</dt>
              <dd className="break-all">
                <code className="text-xs">{open.request_id}</code>
              </dd>
            </dl>
            <AuditDetail detail={open.detail} />
          </div>
        )}
      </Drawer>
    </Section>
  );
}
