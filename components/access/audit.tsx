"use client";

import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { PagedTable } from "@/components/pieces/list-table";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { auditList } from "@/lib/access/contract";
import { listQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { audit } from "@/messages/compiled/audit";
import type { Translate } from "@/messages/message";
import { AuditChain } from "./audit-chain";
import { AuditDetail } from "./audit-detail";
import { AuditFilters } from "./audit-filters";
import { detailLine, operationWords, subjectHref } from "./audit-words";
import { type AuditSearch, auditInput, auditParameters } from "./parameters";
import { NotYours, Section } from "./section";

type AuditEntry = OutputOf<typeof auditList>["items"][number];

const columnsOf = (t: Translate<typeof audit>): DataTableColumn<AuditEntry>[] => [
  {
    id: "operation",
    header: t("what"),
    width: "14rem",
    card: "title",
    cell: (entry) => operationWords(entry.operation),
  },
  {
    id: "actor",
    header: t("who"),
    width: "10rem",
    card: "plain",
    cell: (entry) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Actor actor={entry.actor} />
        {entry.imported && <Badge tone="quiet">{t("imported")}</Badge>}
      </span>
    ),
  },
  {
    id: "detail",
    header: t("detail"),
    card: "plain",
    importance: "high",
    cell: (entry) => (
      <span className="text-muted-foreground" title={detailLine(t, entry.detail)}>
        {detailLine(t, entry.detail) || "–"}
      </span>
    ),
  },
  {
    id: "at",
    header: t("when"),
    width: "7.5rem",
    card: "plain",
    cell: (entry) => <RelativeTime at={entry.at} className="text-muted-foreground" />,
  },
];

/** Every change that was made, by whom and when. */
export function Audit() {
  const t = useMessages(audit);
  const columns = useMemo(() => columnsOf(t), [t]);
  const { me, may } = useMe();
  const pages = usePages();
  const drawer = useDrawer("entry");
  const reads = may("audit:read");
  const [search, setSearch] = useQueryStates(auditParameters);
  const reading = useQuery({
    ...listQuery(auditList, auditInput({ ...search, cursor: pages.cursor })),
    enabled: reads,
  });
  const page = reading.data;
  const open = page?.items.find((entry) => entry.id === drawer.id) ?? null;
  return (
    <Section
      title={t("title")}
      description={t("description")}
      closed={me && !reads && <NotYours>{t("leads_only")}</NotYours>}
    >
      <AuditChain />
      <AuditFilters
        search={search}
        onChange={(change) => {
          pages.reset();
          void setSearch(change, { history: "push" });
        }}
      />
      <PagedTable
        list={{
          name: "audit",
          contract: auditList,
          input: auditInput(search),
          parameters: auditParameters,
        }}
        query={reading}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("title")}
        columns={columns}
        rowId={(entry) => entry.id}
        onOpen={(entry) => drawer.open(entry.id)}
        open_id={drawer.id}
        empty={
          <EmptyState icon={ScrollText} title={t("empty")}>
            {t("empty_meaning")}
          </EmptyState>
        }
      />
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
  const t = useMessages(audit);
  const { actor, at, operation, subject_id, request_id, detail } = entry;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-2">
        <dt className="text-muted-foreground">{t("who")}</dt>
        <dd className="flex flex-wrap items-center gap-x-3">
          <Actor actor={actor} />
          <Button size="sm" variant="ghost" onClick={() => onNarrow({ actor: actor.id })}>
            {t("all_of_actor")}
          </Button>
        </dd>
        <dt className="text-muted-foreground">{t("when")}</dt>
        <dd>
          <RelativeTime at={at} /> <span className="text-muted-foreground">({at})</span>
        </dd>
        {entry.imported && (
          <>
            <dt className="text-muted-foreground">{t("imported")}</dt>
            <dd>{t("imported_meaning")}</dd>
          </>
        )}
        <dt className="text-muted-foreground">{t("operation")}</dt>
        <dd>
          <code className="text-xs">{operation}</code>
        </dd>
        {subject_id !== null && (
          <>
            <dt className="text-muted-foreground">{t("about")}</dt>
            <dd className="flex flex-wrap items-center gap-x-3 break-all">
              <Subject operation={operation} subject_id={subject_id} />
              <Button size="sm" variant="ghost" onClick={() => onNarrow({ subject: subject_id })}>
                {t("all_of_subject")}
              </Button>
            </dd>
          </>
        )}
        <dt className="text-muted-foreground">{t("request")}</dt>
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
