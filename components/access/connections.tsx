"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, CloudCog, Hourglass, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useMemo, useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import type { Formats } from "@/components/pieces/format";
import { PagedTable } from "@/components/pieces/list-table";
import { FormProblem } from "@/components/pieces/problem";
import { StatusBadge, StatusWithReason } from "@/components/pieces/status-with-reason";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { usePages } from "@/components/pieces/use-pages";
import type { TermOf } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import {
  type Connection,
  type ConnectionKind,
  connectionList,
  connectionRemove,
  connectionTest,
} from "@/lib/access/contract";
import { listQuery } from "@/lib/doors/client";
import { connections } from "@/messages/compiled/connections";
import type { PlainKey, Translate } from "@/messages/message";
import { type Fact, Facts } from "./facts";
import { PermissionList } from "./permission-list";
import { RateLimits } from "./rate-limits";
import { NotYours, Section } from "./section";

const ConnectionForm = dynamic(() => import("./connection-form").then((part) => part.ConnectionForm), {
  ssr: false,
});

const KINDS: Record<ConnectionKind, PlainKey<typeof connections>> = {
  github_token: "kind_github_token",
  github_app: "kind_github_app",
  git_password: "kind_git_password",
};

type State = TermOf<PlainKey<typeof connections>>;

const UNTESTED: State = {
  word: "state_untested",
  icon: Hourglass,
  tone: "neutral",
  meaning: "state_untested_meaning",
};
const WORKS: State = { word: "state_works", icon: CircleCheck, tone: "calm", meaning: "state_works_meaning" };
const FAILED: State = {
  word: "state_failed",
  icon: CircleX,
  tone: "danger",
  meaning: "state_failed_meaning",
};
const WITH_FETCH: State = {
  word: "state_with_fetch",
  icon: Hourglass,
  tone: "neutral",
  meaning: "state_with_fetch_meaning",
};

function stateOf({ kind, test }: Connection): State {
  if (kind === "git_password") return WITH_FETCH;
  if (test === null) return UNTESTED;
  if (test.ok) return WORKS;
  return FAILED;
}

const columnsOf = (
  t: Translate<typeof connections>,
  { formatCount }: Formats,
): DataTableColumn<Connection>[] => [
  { id: "label", header: t("name"), card: "title", cell: (connection) => connection.label },
  { id: "kind", header: t("kind"), width: "8.5rem", cell: (connection) => t(KINDS[connection.kind]) },
  {
    id: "address",
    header: t("address"),
    width: "16rem",
    importance: "medium",
    cell: (connection) => (
      <span className="font-mono text-muted-foreground text-xs" title={connection.base_url}>
        {connection.base_url}
      </span>
    ),
  },
  {
    id: "repositories",
    header: t("repositories"),
    width: "7.5rem",
    align: "right",
    importance: "high",
    cell: (connection) => formatCount(connection.repositories),
  },
  {
    id: "state",
    header: t("state"),
    width: "8.5rem",
    card: "plain",
    cell: (connection) => <StatusBadge term={stateOf(connection)} t={t} />,
  },
];

/** How this organization reaches GitHub and private git servers. */
export function Connections({ address }: { address: string }) {
  const t = useMessages(connections);
  const formats = useFormat();
  const columns = useMemo(() => columnsOf(t, formats), [t, formats]);
  const { may, me } = useMe();
  const pages = usePages();
  const drawer = useDrawer("connection");
  const [creating, setCreating] = useQueryState("new", parseAsBoolean.withDefault(false));
  const manages = may("connections:manage");
  const reading = useQuery({
    ...listQuery(connectionList, { cursor: pages.cursor }),
    enabled: manages,
  });
  const page = reading.data;
  const open = page?.items.find((connection) => connection.id === drawer.id) ?? null;
  const create = (
    <Button variant="primary" disabled={!manages} onClick={() => void setCreating(true)}>
      <Plus aria-hidden />
      {t("add")}
    </Button>
  );
  return (
    <Section
      title={t("title")}
      description={t("description")}
      action={create}
      closed={me && !manages && <NotYours>{t("leads_only")}</NotYours>}
    >
      <PagedTable
        list={{
          name: "connections",
          contract: connectionList,
          input: {},
          parameters: {},
        }}
        query={reading}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("title")}
        columns={columns}
        rowId={(connection) => connection.id}
        onOpen={(connection) => drawer.open(connection.id)}
        open_id={drawer.id}
        skeleton_rows={2}
        empty={
          <EmptyState icon={CloudCog} title={t("empty")} action={create}>
            {t("empty_meaning")}
          </EmptyState>
        }
      />
      <Drawer open={open !== null} onClose={drawer.close} title={open?.label}>
        {open !== null && <ConnectionDetail connection={open} address={address} onRemoved={drawer.close} />}
      </Drawer>
      {creating && manages && (
        <ConnectionForm
          onClose={() => void setCreating(null)}
          onSaved={(connection) => drawer.open(connection.id)}
        />
      )}
    </Section>
  );
}

function ConnectionDetail({
  connection,
  address,
  onRemoved,
}: {
  connection: Connection;
  address: string;
  onRemoved: () => void;
}) {
  const t = useMessages(connections);
  const facts = useFacts(connection);
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const connection_id = connection.id;
  const at_github = connection.kind !== "git_password";
  const test = useOperation(connectionTest);
  const remove = useOperation(connectionRemove, {
    success: t("removed", { name: connection.label }),
    onSuccess: onRemoved,
  });
  return (
    <div className="flex flex-col gap-5 text-sm">
      <StatusWithReason
        term={stateOf(connection)}
        t={t}
        reason={connection.test?.problem ?? null}
        at={connection.test?.at ?? null}
      />
      <Facts facts={facts} />
      {at_github && <Webhook connection={connection} address={address} />}
      <FormProblem error={test.error} />
      <div className="flex flex-wrap gap-2">
        {at_github && (
          <Button busy={test.isPending} onClick={() => test.mutate({ connection_id })}>
            {t("test")}
          </Button>
        )}
        <Button onClick={() => setEditing(true)}>{t("change")}</Button>
        <Button variant="danger" onClick={() => setRemoving(true)}>
          {t("remove")}
        </Button>
      </div>
      {editing && <ConnectionForm connection={connection} onClose={() => setEditing(false)} />}
      <Confirm
        open={removing}
        onOpenChange={setRemoving}
        title={t("remove_title", { name: connection.label })}
        verb={t("remove")}
        error={remove.error}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ connection_id })}
      >
        {t("remove_effect")}
      </Confirm>
    </div>
  );
}

/** What is to know of a connection, as terms and values. */
function useFacts(connection: Connection): Fact[] {
  const t = useMessages(connections);
  const { formatCount } = useFormat();
  const { kind, base_url, username, app_id, installation_id, repositories, test, rate_limits } = connection;
  const facts: Fact[] = [
    [t("kind"), t(KINDS[kind])],
    [
      t("address"),
      <span key="address" className="break-all font-mono text-xs leading-5">
        {base_url}
      </span>,
    ],
    [t("user"), username],
    [t("app"), app_id && t("app_installed", { app: app_id, installation: installation_id ?? "" })],
    [t("repositories"), repositories === 0 ? t("repositories_none") : formatCount(repositories)],
  ];
  if (kind === "git_password") return facts;
  return [
    ...facts,
    [t("account"), test?.account ?? t("unknown")],
    [t("permissions"), <Permissions key="permissions" test={test} />],
    [t("limits"), <RateLimits key="limits" limits={rate_limits} />],
  ];
}

function Permissions({ test }: Pick<Connection, "test">) {
  const t = useMessages(connections);
  if (test?.permissions) return <PermissionList permissions={test.permissions} />;
  if (test?.ok) return t("permissions_not_reported");
  return t("unknown");
}

function Webhook({ connection, address }: { connection: Connection; address: string }) {
  const t = useMessages(connections);
  if (!connection.has_webhook_secret)
    return <p className="text-pretty text-muted-foreground">{t("webhook_off")}</p>;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-pretty text-muted-foreground">{t("webhook_set_up")}</p>
      <CodeBlock
        code={`${address}/api/webhooks/github?connection=${connection.id}`}
        label={t("webhook_address")}
        wrap
      />
    </div>
  );
}
