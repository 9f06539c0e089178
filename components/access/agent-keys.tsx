"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus, RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useMemo, useState } from "react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import type { Formats } from "@/components/pieces/format";
import { PagedTable } from "@/components/pieces/list-table";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { AGENT_TYPES, type AgentKey, agentKeyList } from "@/lib/access/contract";
import { repositoryNames } from "@/lib/citations/contract";
import { listQuery, operationQuery } from "@/lib/doors/client";
import { agentKeys } from "@/messages/compiled/agent-keys";
import type { Translate } from "@/messages/message";
import { type Fact, Facts } from "./facts";
import { PermissionList } from "./permission-list";
import { NotYours, Section } from "./section";

const RotateKey = dynamic(() => import("./rotate-key").then((part) => part.RotateKey), { ssr: false });

const RevokeKey = dynamic(() => import("./revoke-key").then((part) => part.RevokeKey), { ssr: false });

const CreateKey = dynamic(() => import("./create-key").then((part) => part.CreateKey), { ssr: false });

const isExpired = (key: AgentKey) => key.expires_at !== null && Date.parse(key.expires_at) <= Date.now();

/** "any agent", or the types that the key is bound to. */
const typesInWords = (t: Translate<typeof agentKeys>, { agent_types }: AgentKey): string => {
  if (agent_types === null || AGENT_TYPES.every((type) => agent_types.includes(type))) return t("types_any");
  return agent_types.join(", ");
};

function KeyState({ agent_key }: { agent_key: AgentKey }) {
  const t = useMessages(agentKeys);
  const { revoked_at, replaced_by, expires_at, last_used_at } = agent_key;
  if (revoked_at !== null) return <Badge tone="quiet">{t("state_revoked")}</Badge>;
  if (isExpired(agent_key)) return <Badge tone="quiet">{t("state_expired")}</Badge>;
  if (replaced_by !== null && expires_at !== null)
    return (
      <Badge tone="warn">
        <RotateCw aria-hidden />
        {t.rich("state_rotated", { when: () => <RelativeTime at={expires_at} /> })}
      </Badge>
    );
  if (last_used_at === null) return <Badge tone="neutral">{t("state_unused")}</Badge>;
  return <span>{t.rich("state_used", { when: () => <RelativeTime at={last_used_at} /> })}</span>;
}

const columnsOf = (t: Translate<typeof agentKeys>, { formatDay }: Formats): DataTableColumn<AgentKey>[] => [
  {
    id: "name",
    header: t("name"),
    card: "title",
    cell: (key) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="truncate">{key.name}</span>
        <code className="shrink-0 text-muted-foreground text-xs">{key.prefix}…</code>
      </span>
    ),
  },
  { id: "agent", header: t("agent"), width: "11rem", cell: (key) => key.agent },
  {
    id: "types",
    header: t("types"),
    width: "11rem",
    importance: "medium",
    cell: (key) => (
      <span className="text-muted-foreground" title={key.agent_types?.join(", ")}>
        {typesInWords(t, key)}
      </span>
    ),
  },
  {
    id: "reach",
    header: t("repositories"),
    width: "7.5rem",
    importance: "high",
    cell: (key) => {
      if (key.repository_ids === null)
        return <span className="text-muted-foreground">{t("repositories_all")}</span>;
      return t("repositories_chosen", { count: key.repository_ids.length });
    },
  },
  {
    id: "expires",
    header: t("expires"),
    width: "7.5rem",
    importance: "medium",
    cell: (key) => {
      if (key.expires_at === null) return <span className="text-muted-foreground">{t("expires_never")}</span>;
      return formatDay(key.expires_at);
    },
  },
  {
    id: "state",
    header: t("use"),
    width: "11.5rem",
    card: "plain",
    cell: (key) => <KeyState agent_key={key} />,
  },
];

/** The keys agents come with: who they are, what they may do, when they were last seen. */
export function AgentKeys({ address }: { address: string }) {
  const t = useMessages(agentKeys);
  const formats = useFormat();
  const columns = useMemo(() => columnsOf(t, formats), [t, formats]);
  const { may, me } = useMe();
  const pages = usePages();
  const drawer = useDrawer("key");
  const [creating, setCreating] = useQueryState("new", parseAsBoolean.withDefault(false));
  const manages = may("keys:manage");
  const reading = useQuery({
    ...listQuery(agentKeyList, { cursor: pages.cursor }),
    enabled: manages,
  });
  const page = reading.data;
  const open = page?.items.find((key) => key.id === drawer.id) ?? null;
  const create = (
    <Button variant="primary" disabled={!manages} onClick={() => void setCreating(true)}>
      <Plus aria-hidden />
      {t("create")}
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
        list={{ name: "keys", contract: agentKeyList, input: {}, parameters: {} }}
        query={reading}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("title")}
        columns={columns}
        rowId={(key) => key.id}
        onOpen={(key) => drawer.open(key.id)}
        open_id={drawer.id}
        skeleton_rows={3}
        empty={
          <EmptyState icon={KeyRound} title={t("empty")} action={create}>
            {t("empty_meaning")}
          </EmptyState>
        }
      />
      <Drawer open={open !== null} onClose={drawer.close} title={open?.name ?? ""}>
        {open !== null && <KeyDetail agent_key={open} address={address} onOpen={drawer.open} />}
      </Drawer>
      {creating && manages && <CreateKey address={address} onClose={() => void setCreating(null)} />}
    </Section>
  );
}

/** The repositories that a key reaches, by name; their ids until the names are there. */
function Repositories({ ids }: { ids: readonly string[] | null }) {
  const t = useMessages(agentKeys);
  const repositories = useQuery({ ...operationQuery(repositoryNames, {}), enabled: ids !== null });
  if (ids === null) return t("repositories_all_and_global");
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

/** What is to know of a key, as terms and values. */
function useFacts(agent_key: AgentKey, onOpen: (id: string) => void): Fact[] {
  const t = useMessages(agentKeys);
  const { formatDay } = useFormat();
  const { replaced_by, created_at, created_by, expires_at, revoked_at } = agent_key;
  return [
    [t("key"), <code key="prefix">{agent_key.prefix}…</code>],
    [t("agent"), agent_key.agent],
    [t("types"), typesInWords(t, agent_key)],
    [t("tools"), [t("tools_default"), ...agent_key.tool_sets].join(", ")],
    [t("state"), <KeyState key="state" agent_key={agent_key} />],
    [
      t("created"),
      <span key="created">{t("created_by", { day: formatDay(created_at), creator: created_by })}</span>,
    ],
    [t("expires"), expires_at === null ? t("expires_never") : formatDay(expires_at)],
    [t("revoked"), revoked_at && formatDay(revoked_at)],
    [
      t("replaced_by"),
      replaced_by && (
        <Button key="replaced" size="sm" onClick={() => onOpen(replaced_by)}>
          {t("open_new")}
        </Button>
      ),
    ],
    [t("repositories"), <Repositories key="repositories" ids={agent_key.repository_ids} />],
    [t("permissions"), <PermissionList key="permissions" permissions={agent_key.permissions} />],
  ];
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
  const t = useMessages(agentKeys);
  const [revoking, setRevoking] = useState(false);
  const [rotating, setRotating] = useState(false);
  const facts = useFacts(agent_key, onOpen);
  return (
    <div className="flex flex-col items-start gap-5 text-sm">
      <Facts facts={facts} />
      {agent_key.revoked_at === null && (
        <div className="flex flex-wrap gap-2">
          {agent_key.replaced_by === null && !isExpired(agent_key) && (
            <Button onClick={() => setRotating(true)}>
              <RotateCw aria-hidden />
              {t("rotate")}
            </Button>
          )}
          <Button variant="danger" onClick={() => setRevoking(true)}>
            {t("revoke")}
          </Button>
        </div>
      )}
      {rotating && <RotateKey agent_key={agent_key} address={address} onClose={() => setRotating(false)} />}
      {revoking && <RevokeKey agent_key={agent_key} onClose={() => setRevoking(false)} />}
    </div>
  );
}
