"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleMinus, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { FormProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { type Connection, connectionList, connectionTest } from "@/lib/access/contract";
import { call, operationQuery } from "@/lib/doors/client";
import { notificationWebhookList } from "@/lib/notifications/contract";
import { type Service, type ServiceTest, serviceTestRun } from "@/lib/upkeep/contract";
import { ModelUse } from "./model-use";
import { NotYours, Section } from "./section";

const SERVICES: readonly { service: Service; title: string; purpose: string }[] = [
  { service: "embedder", title: "Embedding model", purpose: "Finds memories by meaning." },
  {
    service: "language_model",
    title: "Language model",
    purpose: "Drafts proposals, judges contradictions, reads answers.",
  },
  { service: "reranker", title: "Reranker", purpose: "Reorders search results." },
  { service: "mail", title: "E-mail", purpose: "Sends notifications and digests." },
];

/** What this server talks to, each with a button that asks it something small. */
export function Services() {
  const { may, me } = useMe();
  if (me !== null && !may("connections:manage"))
    return <NotYours>Leads and owners test models and connections. Ask one of them.</NotYours>;
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      <Section
        title="Models and mail"
        description="Configured by the people who run this server. A test sends one small request, reports how long it took, and never shows a secret."
      >
        <ul className="rounded-md border bg-card">
          {SERVICES.map((row) => (
            <ServiceRow key={row.service} {...row} />
          ))}
        </ul>
      </Section>
      <Section title="GitHub" description="How repositories on GitHub are read.">
        <GithubTests />
      </Section>
      <Section title="Webhooks" description="Addresses that are called when something happens.">
        <WebhookTests />
      </Section>
      <Section title="Language model usage">
        <ModelUse />
      </Section>
    </div>
  );
}

function ServiceRow({ service, title, purpose }: (typeof SERVICES)[number]) {
  const test = useMutation({ mutationFn: () => call(serviceTestRun, { service }) });
  return (
    <Row
      title={title}
      purpose={purpose}
      action={
        <Button size="sm" busy={test.isPending} aria-label={`Test: ${title}`} onClick={() => test.mutate()}>
          Test
        </Button>
      }
    >
      {test.data && <Outcome test={test.data} />}
      <FormProblem error={test.error} />
    </Row>
  );
}

function Row({
  title,
  purpose,
  action,
  children,
}: {
  title: string;
  purpose: ReactNode;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-col gap-2 border-b px-4 py-3 text-sm last:border-b-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="wrap-anywhere font-medium">{title}</h3>
          <p className="wrap-anywhere text-muted-foreground">{purpose}</p>
        </div>
        {action}
      </div>
      {children}
    </li>
  );
}

const STATES = {
  ok: { word: "Works", Icon: CircleCheck, tone: "text-ok" },
  off: { word: "Not configured", Icon: CircleMinus, tone: "text-muted-foreground" },
  failed: { word: "Failed", Icon: CircleX, tone: "text-danger" },
} as const;

/** What was asked, how long it took, and what came of it, with what to do where it failed. */
function Outcome({ test: { state, id, asked, found, remedy, ms } }: { test: ServiceTest }) {
  const { word, Icon, tone } = STATES[state];
  return (
    <div role="status" className="rounded-md border bg-sunken px-3 py-2">
      <p className={`inline-flex items-center gap-1.5 font-medium ${tone}`}>
        <Icon aria-hidden className="size-4" />
        {word}
        {state !== "off" && (
          <span className="font-normal text-muted-foreground tabular-nums">after {ms} ms</span>
        )}
      </p>
      {id !== null && <p className="wrap-anywhere font-mono text-xs">{id}</p>}
      {state !== "off" && <p className="text-muted-foreground">Asked: {asked}</p>}
      <p className="text-pretty">{found}</p>
      {remedy !== null && <p className="text-pretty">{remedy}</p>}
    </div>
  );
}

function GithubTests() {
  const { data } = useQuery(operationQuery(connectionList, {}));
  const items = data?.items.filter(({ kind }) => kind !== "git_password") ?? [];
  return (
    <div className="flex flex-col gap-2 text-sm">
      {data !== undefined && items.length === 0 && (
        <p className="text-muted-foreground">No connection to GitHub.</p>
      )}
      {items.length > 0 && (
        <ul className="rounded-md border bg-card">
          {items.map((connection) => (
            <GithubRow key={connection.id} connection={connection} />
          ))}
        </ul>
      )}
      <p>
        <Link href="/settings/connections" className="text-primary underline underline-offset-4">
          All connections
        </Link>
      </p>
    </div>
  );
}

function GithubRow({ connection: { id, label, base_url } }: { connection: Connection }) {
  const test = useOperation(connectionTest);
  const result = test.data?.test;
  return (
    <Row
      title={label}
      purpose={<span className="font-mono text-xs">{base_url}</span>}
      action={
        <Button
          size="sm"
          busy={test.isPending}
          aria-label={`Test: ${label}`}
          onClick={() => test.mutate({ connection_id: id })}
        >
          Test
        </Button>
      }
    >
      {result && (
        <p role="status" className={result.ok ? "text-ok" : "text-danger"}>
          {result.ok ? `GitHub accepted it, as ${result.account ?? "this connection"}.` : result.problem}
        </p>
      )}
      <FormProblem error={test.error} />
    </Row>
  );
}

function WebhookTests() {
  const { data } = useQuery(operationQuery(notificationWebhookList, {}));
  const count = data?.items.length ?? 0;
  return (
    <p className="text-sm">
      {data !== undefined && count === 0 && <span className="text-muted-foreground">No webhooks yet. </span>}
      <Link href="/settings/notifications" className="text-primary underline underline-offset-4">
        {count === 0 ? "Notifications" : "Test each, and see its log"}
      </Link>
    </p>
  );
}
