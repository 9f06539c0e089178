"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { parseAsString, useQueryStates } from "nuqs";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { messagesNow, useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { apiDocs } from "@/messages/compiled/api-docs";
import { type ApiDocument, entriesOf } from "./document";
import { OperationList } from "./operation-list";
import { OperationView } from "./operation-view";

const ADDRESS = "/api/openapi.json";

async function readDocument({ signal }: { signal: AbortSignal }): Promise<ApiDocument> {
  const response = await fetch(ADDRESS, { signal });
  if (!response.ok) {
    const t = messagesNow(apiDocs);
    throw new Error(t("answered", { address: ADDRESS, status: response.status }));
  }
  return response.json();
}

/** The REST API as this server describes itself: its operations to find, and one of them to read, by an address of its own. */
export function ApiReference() {
  const t = useMessages(apiDocs);
  const reading = useQuery({
    queryKey: [ADDRESS],
    queryFn: readDocument,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <header className="flex h-12 items-center gap-3 border-b px-4 sm:px-6">
        <Link
          href="/"
          className="inline-flex items-center gap-1.5 text-muted-foreground text-sm hover:text-foreground"
        >
          <ArrowLeft aria-hidden className="size-3.5" />
          Casebook
        </Link>
        <h1 className="font-medium text-sm">{t("title")}</h1>
        <a href={ADDRESS} className="ml-auto text-primary text-sm underline-offset-4 hover:underline">
          openapi.json
        </a>
      </header>
      {reading.data ? <Reference document={reading.data} /> : <Waiting reading={reading} />}
    </>
  );
}

function Waiting({
  reading,
}: {
  reading: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}) {
  const t = useMessages(apiDocs);
  if (reading.error !== null)
    return (
      <main id="main" className="p-4 sm:p-6">
        <ErrorState
          happened={t("unreadable")}
          safe={reading.error.message}
          remedy={t("unreadable_remedy")}
          onRetry={() => void reading.refetch()}
          retrying={reading.isFetching}
        />
      </main>
    );
  return (
    <main id="main" className="flex flex-col gap-4 p-6" aria-busy="true">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="w-96 max-w-full" />
      <Skeleton className="w-80 max-w-full" />
    </main>
  );
}

function Reference({ document }: { document: ApiDocument }) {
  const [{ operation, q }, setParameters] = useQueryStates({
    operation: parseAsString,
    q: parseAsString.withDefault(""),
  });
  const entries = entriesOf(document);
  const entry = entries.find(({ id }) => id === operation);
  const show = (id: string | null) =>
    void setParameters({ operation: id }, { history: "push", scroll: true });
  return (
    <main id="main" className="lg:grid lg:grid-cols-[20rem_minmax(0,1fr)]">
      <OperationList
        document={document}
        entries={entries}
        shown={entry?.id ?? null}
        search={q}
        onSearch={(search) => void setParameters({ q: search || null })}
        onShow={show}
        className={cn(operation !== null && "max-lg:hidden")}
      />
      <div className={cn("min-w-0 p-4 sm:p-6", operation === null && "max-lg:hidden")}>
        {entry ? (
          <OperationView key={entry.id} document={document} entry={entry} onList={() => show(null)} />
        ) : (
          <Nothing operation={operation} total={entries.length} document={document} />
        )}
      </div>
    </main>
  );
}

function Nothing({
  operation,
  total,
  document,
}: {
  operation: string | null;
  total: number;
  document: ApiDocument;
}) {
  const t = useMessages(apiDocs);
  const { title, version } = document.info;
  if (operation !== null)
    return (
      <EmptyState title={t("no_operation", { name: operation })}>
        {t("no_operation_meaning", { version, count: total })}
      </EmptyState>
    );
  return <EmptyState title={t("what", { title, version, count: total })}>{t("what_meaning")}</EmptyState>;
}
