"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { KeyRound, Plus, RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { formatDay } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { AGENT_TYPES, type AgentKey, agentKeyList } from "@/lib/access/contract";
import { repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { type Fact, Facts } from "./facts";
import { NotYours, Section } from "./section";

const RotateKey = dynamic(() => import("./rotate-key").then((part) => part.RotateKey), { ssr: false });

const RevokeKey = dynamic(() => import("./revoke-key").then((part) => part.RevokeKey), { ssr: false });

const CreateKey = dynamic(() => import("./create-key").then((part) => part.CreateKey), { ssr: false });

const isExpired = (key: AgentKey) => key.expires_at !== null && Date.parse(key.expires_at) <= Date.now();

/** "any agent", or the types that the key is bound to. */
const typesInWords = ({ agent_types }: AgentKey): string => {
  if (agent_types === null || AGENT_TYPES.every((type) => agent_types.includes(type))) return "any agent";
  return agent_types.join(", ");
};

function KeyState({ agent_key }: { agent_key: AgentKey }) {
  if (agent_key.revoked_at !== null) return <Badge tone="quiet">revoked</Badge>;
  if (isExpired(agent_key)) return <Badge tone="quiet">expired</Badge>;
  if (agent_key.replaced_by !== null && agent_key.expires_at !== null)
    return (
      <Badge tone="warn">
        <RotateCw aria-hidden />
        rotated, ends <RelativeTime at={agent_key.expires_at} />
      </Badge>
    );
  if (agent_key.last_used_at === null) return <Badge tone="neutral">never used</Badge>;
  return (
    <span>
      used <RelativeTime at={agent_key.last_used_at} />
    </span>
  );
}

const COLUMNS: DataTableColumn<AgentKey>[] = [
  {
    id: "name",
    header: "Name",
    card: "title",
    cell: (key) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="truncate">{key.name}</span>
        <code className="shrink-0 text-muted-foreground text-xs">{key.prefix}…</code>
      </span>
    ),
  },
  { id: "agent", header: "Agent", width: "11rem", cell: (key) => key.agent },
  {
    id: "types",
    header: "Agent types",
    width: "11rem",
    hidden_below: "lg",
    cell: (key) => (
      <span className="text-muted-foreground" title={key.agent_types?.join(", ")}>
        {typesInWords(key)}
      </span>
    ),
  },
  {
    id: "reach",
    header: "Repositories",
    width: "7.5rem",
    hidden_below: "md",
    cell: (key) => {
      if (key.repository_ids === null) return <span className="text-muted-foreground">all</span>;
      return `${key.repository_ids.length} chosen`;
    },
  },
  {
    id: "expires",
    header: "Expires",
    width: "7.5rem",
    hidden_below: "lg",
    cell: (key) => {
      if (key.expires_at === null) return <span className="text-muted-foreground">never</span>;
      return formatDay(key.expires_at);
    },
  },
  {
    id: "state",
    header: "Use",
    width: "11.5rem",
    card: "plain",
    cell: (key) => <KeyState agent_key={key} />,
  },
];

/** The keys agents come with: who they are, what they may do, when they were last seen. */
export function AgentKeys({ address }: { address: string }) {
  const { may, me } = useMe();
  const pages = usePages();
  const drawer = useDrawer("key");
  const [creating, setCreating] = useQueryState("new", parseAsBoolean.withDefault(false));
  const manages = may("keys:manage");
  const reading = useQuery({
    ...operationQuery(agentKeyList, { cursor: pages.cursor }),
    placeholderData: keepPreviousData,
    enabled: manages,
  });
  const page = reading.data;
  const open = page?.items.find((key) => key.id === drawer.id) ?? null;
  const create = (
    <Button variant="primary" disabled={!manages} onClick={() => void setCreating(true)}>
      <Plus aria-hidden />
      Create key
    </Button>
  );

  return (
    <Section
      title="Agent keys"
      description="Each agent calls the API or MCP with its own key. Only the key's hash is stored, so the key is shown once."
      action={create}
      closed={
        me &&
        !manages && (
          <NotYours>
            {" "}
            Leads and owners create, see and revoke agent keys. Ask one of them for a key for your agent.{" "}
          </NotYours>
        )
      }
    >
      <ListTable
        list={{ name: "keys", contract: agentKeyList, input: {}, total: page?.total, parameters: {} }}
        label="Agent keys"
        columns={COLUMNS}
        rows={page?.items}
        rowId={(key) => key.id}
        onOpen={(key) => drawer.open(key.id)}
        open_id={drawer.id}
        error={readProblem("The agent keys", reading)}
        refreshing={reading.isPlaceholderData}
        skeleton_rows={3}
        empty={
          <EmptyState icon={KeyRound} title="No agent has a key yet" action={create}>
            Without a key no agent can read or write memories.
          </EmptyState>
        }
      />
      <PagerOf pages={pages} page={page} busy={reading.isPlaceholderData} />
      <Drawer open={open !== null} onClose={drawer.close} title={open?.name ?? ""}>
        {open !== null && <KeyDetail agent_key={open} address={address} onOpen={drawer.open} />}
      </Drawer>
      {creating && manages && <CreateKey address={address} onClose={() => void setCreating(null)} />}
    </Section>
  );
}

/** The repositories that a key reaches, by name; their ids until the names are there. */
function Repositories({ ids }: { ids: readonly string[] | null }) {
  const repositories = useQuery({ ...operationQuery(repositoryList, { limit: 200 }), enabled: ids !== null });
  if (ids === null) return "all, and global memories";
  const nameOf = (id: string) => repositories.data?.items.find((item) => item.id === id)?.name ?? id;
  return (
    <ul>
      {ids.map((id) => (
        <li key={id} className="break-all font-mono text-xs leading-5">
          {nameOf(id)}
        </li>
      ))}
    </ul>
  );
}

function KeyDetail({
  agent_key,
  address,
  onOpen,
}: {
  agent_key: AgentKey;
  address: string;
  /** Shows another key in its place. */
  onOpen: (id: string) => void;
}) {
  const [revoking, setRevoking] = useState(false);
  const [rotating, setRotating] = useState(false);
  const { replaced_by } = agent_key;
  const facts: Fact[] = [
    ["Key", <code key="prefix">{agent_key.prefix}…</code>],
    ["Agent", agent_key.agent],
    ["Agent types", typesInWords(agent_key)],
    ["MCP tools", ["the default set", ...agent_key.tool_sets].join(", ")],
    ["State", <KeyState key="state" agent_key={agent_key} />],
    [
      "Created",
      <span key="created">
        {formatDay(agent_key.created_at)} by {agent_key.created_by}
      </span>,
    ],
    ["Expires", agent_key.expires_at === null ? "never" : formatDay(agent_key.expires_at)],
    ["Revoked", agent_key.revoked_at && formatDay(agent_key.revoked_at)],
    [
      "Replaced by",
      replaced_by && (
        <Button key="replaced" size="sm" onClick={() => onOpen(replaced_by)}>
          Open the new key
        </Button>
      ),
    ],
    ["Repositories", <Repositories key="repositories" ids={agent_key.repository_ids} />],
    [
      "Permissions",
      <ul key="permissions" className="flex flex-wrap gap-1">
        {agent_key.permissions.map((permission) => (
          <li key={permission}>
            <Badge tone="neutral" className="font-mono">
              {permission}
            </Badge>
          </li>
        ))}
      </ul>,
    ],
  ];
  return (
    <div className="flex flex-col items-start gap-5 text-sm">
      <Facts facts={facts} />
      {agent_key.revoked_at === null && (
        <div className="flex flex-wrap gap-2">
          {replaced_by === null && !isExpired(agent_key) && (
            <Button onClick={() => setRotating(true)}>
              <RotateCw aria-hidden />
              Rotate
            </Button>
          )}
          <Button variant="danger" onClick={() => setRevoking(true)}>
            Revoke
          </Button>
        </div>
      )}
      {rotating && <RotateKey agent_key={agent_key} address={address} onClose={() => setRotating(false)} />}
      {revoking && <RevokeKey agent_key={agent_key} onClose={() => setRevoking(false)} />}
    </div>
  );
}
