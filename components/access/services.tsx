"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleMinus, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { FormProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { type Connection, connectionList, connectionTest } from "@/lib/access/contract";
import { call, operationQuery } from "@/lib/doors/client";
import { notificationWebhookList } from "@/lib/notifications/contract";
import { type Service, type ServiceTest, serviceTestRun } from "@/lib/upkeep/contract";
import { settingsServices } from "@/messages/compiled/settings-services";
import type { PlainKey, Translate } from "@/messages/message";
import { ModelUse } from "./model-use";
import { NotYours, Section } from "./section";

type Words = PlainKey<typeof settingsServices>;

const SERVICES: readonly { service: Service; title: Words; purpose: Words }[] = [
  { service: "embedder", title: "embedder_title", purpose: "embedder_purpose" },
  { service: "language_model", title: "language_model_title", purpose: "language_model_purpose" },
  { service: "reranker", title: "reranker_title", purpose: "reranker_purpose" },
  { service: "mail", title: "mail_title", purpose: "mail_purpose" },
];

/** What this server talks to, each with a button that asks it something small. */
export function Services() {
  const t = useMessages(settingsServices);
  const { may, me } = useMe();
  if (me !== null && !may("connections:manage")) return <NotYours>{t("leads_only")}</NotYours>;
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      <Section title={t("title")} description={t("description")}>
        <ul className="rounded-md border bg-card">
          {SERVICES.map((row) => (
            <ServiceRow key={row.service} {...row} />
          ))}
        </ul>
      </Section>
      <Section title={t("github")} description={t("github_description")}>
        <GithubTests />
      </Section>
      <Section title={t("webhooks")} description={t("webhooks_description")}>
        <WebhookTests />
      </Section>
      <Section title={t("usage")}>
        <ModelUse />
      </Section>
    </div>
  );
}

function ServiceRow({ service, title, purpose }: (typeof SERVICES)[number]) {
  const t = useMessages(settingsServices);
  const test = useMutation({ mutationFn: () => call(serviceTestRun, { service }) });
  return (
    <Row
      title={t(title)}
      purpose={t(purpose)}
      action={
        <Button
          size="sm"
          busy={test.isPending}
          aria-label={t("test_named", { name: t(title) })}
          onClick={() => test.mutate()}
        >
          {t("test")}
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
  ok: { word: "state_works", Icon: CircleCheck, tone: "text-ok" },
  off: { word: "state_off", Icon: CircleMinus, tone: "text-muted-foreground" },
  failed: { word: "state_failed", Icon: CircleX, tone: "text-danger" },
} as const;

/** What was asked, how long it took, and what came of it, with what to do where it failed. */
function Outcome({ test: { state, id, asked, found, remedy, ms } }: { test: ServiceTest }) {
  const t = useMessages(settingsServices);
  const { word, Icon, tone } = STATES[state];
  return (
    <div role="status" className="rounded-md border bg-sunken px-3 py-2">
      <p className={`inline-flex items-center gap-1.5 font-medium ${tone}`}>
        <Icon aria-hidden className="size-4" />
        {t(word)}
        {state !== "off" && (
          <span className="font-normal text-muted-foreground tabular-nums">{t("after", { ms })}</span>
        )}
      </p>
      {id !== null && <p className="wrap-anywhere font-mono text-xs">{id}</p>}
      {state !== "off" && <p className="text-muted-foreground">{t("asked", { asked })}</p>}
      <p className="text-pretty">{found}</p>
      {remedy !== null && <p className="text-pretty">{remedy}</p>}
    </div>
  );
}

function GithubTests() {
  const t = useMessages(settingsServices);
  const { data } = useQuery(operationQuery(connectionList, {}));
  const items = data?.items.filter(({ kind }) => kind !== "git_password") ?? [];
  return (
    <div className="flex flex-col gap-2 text-sm">
      {data !== undefined && items.length === 0 && (
        <p className="text-muted-foreground">{t("github_none")}</p>
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
          {t("github_all")}
        </Link>
      </p>
    </div>
  );
}

function acceptedInWords(t: Translate<typeof settingsServices>, account: string | null): string {
  if (account === null) return t("github_accepted_nameless");
  return t("github_accepted", { account });
}

function GithubRow({ connection: { id, label, base_url } }: { connection: Connection }) {
  const t = useMessages(settingsServices);
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
          aria-label={t("test_named", { name: label })}
          onClick={() => test.mutate({ connection_id: id })}
        >
          {t("test")}
        </Button>
      }
    >
      {result && (
        <p role="status" className={result.ok ? "text-ok" : "text-danger"}>
          {result.ok ? acceptedInWords(t, result.account) : result.problem}
        </p>
      )}
      <FormProblem error={test.error} />
    </Row>
  );
}

function WebhookTests() {
  const { data } = useQuery(operationQuery(notificationWebhookList, {}));
  const t = useMessages(settingsServices);
  const count = data?.items.length ?? 0;
  return (
    <p className="text-sm">
      {data !== undefined && count === 0 && (
        <span className="text-muted-foreground">{t("webhooks_none")} </span>
      )}
      <Link href="/settings/notifications" className="text-primary underline underline-offset-4">
        {t(count === 0 ? "notifications" : "webhooks_test")}
      </Link>
    </p>
  );
}
