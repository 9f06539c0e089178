"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, CloudCog, Hourglass, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsBoolean, useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { formatCount } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { PagerOf } from "@/components/pieces/pager";
import { FormProblem, readProblem } from "@/components/pieces/problem";
import { StatusBadge, StatusWithReason } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { usePages } from "@/components/pieces/use-pages";
import type { Term } from "@/components/pieces/vocabulary";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import {
  type Connection,
  type ConnectionKind,
  connectionList,
  connectionRemove,
  connectionTest,
} from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { type Fact, Facts } from "./facts";
import { RateLimits } from "./rate-limits";
import { NotYours, Section } from "./section";

const ConnectionForm = dynamic(() => import("./connection-form").then((part) => part.ConnectionForm), {
  ssr: false,
});

const KINDS: Record<ConnectionKind, string> = {
  github_token: "GitHub token",
  github_app: "GitHub App",
  git_password: "Git password",
};

const UNTESTED: Term = {
  word: "not tested",
  icon: Hourglass,
  tone: "neutral",
  meaning: "Not tested yet. Test it to see whether GitHub accepts it.",
};
const WORKS: Term = { word: "works", icon: CircleCheck, tone: "calm", meaning: "GitHub accepted it." };
const FAILED: Term = { word: "failed", icon: CircleX, tone: "danger", meaning: "GitHub refused it." };
const WITH_FETCH: Term = {
  word: "tested by fetch",
  icon: Hourglass,
  tone: "neutral",
  meaning: "It is tried whenever a repository that uses it is fetched.",
};

function stateOf({ kind, test }: Connection): Term {
  if (kind === "git_password") return WITH_FETCH;
  if (test === null) return UNTESTED;
  if (test.ok) return WORKS;
  return FAILED;
}

const COLUMNS: DataTableColumn<Connection>[] = [
  { id: "label", header: "Name", card: "title", cell: (connection) => connection.label },
  { id: "kind", header: "Kind", width: "8.5rem", cell: (connection) => KINDS[connection.kind] },
  {
    id: "address",
    header: "Address",
    width: "16rem",
    hidden_below: "lg",
    cell: (connection) => (
      <span className="font-mono text-muted-foreground text-xs" title={connection.base_url}>
        {connection.base_url}
      </span>
    ),
  },
  {
    id: "repositories",
    header: "Repositories",
    width: "7.5rem",
    align: "right",
    hidden_below: "md",
    cell: (connection) => formatCount(connection.repositories),
  },
  {
    id: "state",
    header: "State",
    width: "8.5rem",
    card: "plain",
    cell: (connection) => <StatusBadge term={stateOf(connection)} />,
  },
];

/** How this organization reaches GitHub and private git servers. */
export function Connections({ address }: { address: string }) {
  const { may, me } = useMe();
  const pages = usePages();
  const drawer = useDrawer("connection");
  const [creating, setCreating] = useQueryState("new", parseAsBoolean.withDefault(false));
  const manages = may("connections:manage");
  const reading = useQuery({
    ...operationQuery(connectionList, { cursor: pages.cursor }),
    placeholderData: keepPreviousData,
    enabled: manages,
  });
  const page = reading.data;
  const open = page?.items.find((connection) => connection.id === drawer.id) ?? null;
  const create = (
    <Button variant="primary" disabled={!manages} onClick={() => void setCreating(true)}>
      <Plus aria-hidden />
      Add connection
    </Button>
  );
  return (
    <Section
      title="Connections"
      description="Repositories at GitHub are read through one of these, and pull requests are opened with it. Tokens and keys are encrypted and never shown again."
      action={create}
      closed={me && !manages && <NotYours>Leads and owners connect GitHub. Ask one of them.</NotYours>}
    >
      <ListTable
        list={{
          name: "connections",
          contract: connectionList,
          input: {},
          total: page?.total,
          parameters: {},
        }}
        label="Connections"
        columns={COLUMNS}
        rows={page?.items}
        rowId={(connection) => connection.id}
        onOpen={(connection) => drawer.open(connection.id)}
        open_id={drawer.id}
        error={readProblem("The connections", reading)}
        refreshing={reading.isPlaceholderData}
        skeleton_rows={2}
        empty={
          <EmptyState icon={CloudCog} title="No connections yet" action={create}>
            Public repositories can be cloned without a connection. With one, private repositories are read
            through GitHub, and a push is checked as soon as it arrives.
          </EmptyState>
        }
      />
      <PagerOf pages={pages} page={page} busy={reading.isPlaceholderData} />
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

function countOrNone(count: number): string {
  if (count === 0) return "none yet";
  return formatCount(count);
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
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const connection_id = connection.id;
  const at_github = connection.kind !== "git_password";
  const test = useOperation(connectionTest);
  const remove = useOperation(connectionRemove, {
    success: `${connection.label} was removed`,
    onSuccess: onRemoved,
  });
  const facts: Fact[] = [
    ["Kind", KINDS[connection.kind]],
    [
      "Address",
      <span key="address" className="break-all font-mono text-xs leading-5">
        {connection.base_url}
      </span>,
    ],
    ["User", connection.username],
    ["App", connection.app_id && `${connection.app_id}, installation ${connection.installation_id}`],
    ["Repositories", countOrNone(connection.repositories)],
    ...(at_github ? testFacts(connection) : []),
  ];
  return (
    <div className="flex flex-col gap-5 text-sm">
      <StatusWithReason
        term={stateOf(connection)}
        reason={connection.test?.problem ?? null}
        at={connection.test?.at ?? null}
      />
      <Facts facts={facts} />
      {at_github && <Webhook connection={connection} address={address} />}
      <FormProblem error={test.error} />
      <div className="flex flex-wrap gap-2">
        {at_github && (
          <Button busy={test.isPending} onClick={() => test.mutate({ connection_id })}>
            Test now
          </Button>
        )}
        <Button onClick={() => setEditing(true)}>Change</Button>
        <Button variant="danger" onClick={() => setRemoving(true)}>
          Remove
        </Button>
      </div>
      {editing && <ConnectionForm connection={connection} onClose={() => setEditing(false)} />}
      <Confirm
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove ${connection.label}?`}
        verb="Remove"
        error={remove.error}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ connection_id })}
      >
        Its secrets are deleted. A connection that a repository uses cannot be removed.
      </Confirm>
    </div>
  );
}

function testFacts({ test, rate_limits }: Connection): [string, ReactNode][] {
  return [
    ["Account", test?.account ?? "not known yet"],
    ["Permissions", <Permissions key="permissions" test={test} />],
    ["Limits", <RateLimits key="limits" limits={rate_limits} />],
  ];
}

function Permissions({ test }: Pick<Connection, "test">) {
  if (test?.permissions)
    return (
      <ul className="flex flex-wrap gap-1">
        {test.permissions.map((permission) => (
          <li key={permission}>
            <Badge tone="neutral" className="font-mono">
              {permission}
            </Badge>
          </li>
        ))}
      </ul>
    );
  if (test?.ok) return "GitHub does not report this for fine-grained tokens";
  return "not known yet";
}

function Webhook({ connection, address }: { connection: Connection; address: string }) {
  if (!connection.has_webhook_secret)
    return (
      <p className="text-pretty text-muted-foreground">
        GitHub does not report pushes to this server yet. Add a webhook secret to the connection to have
        citations checked as soon as code changes.
      </p>
    );
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-pretty text-muted-foreground">
        Add a webhook with this address at GitHub, content type application/json, the same secret, and the
        event “Pushes”.
      </p>
      <CodeBlock
        code={`${address}/api/webhooks/github?connection=${connection.id}`}
        label="Address of the webhook"
        wrap
      />
    </div>
  );
}
