"use client";

import { useQuery } from "@tanstack/react-query";
import { Send, Trash2, Webhook } from "lucide-react";
import { useState } from "react";
import { readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import {
  type NotificationWebhook,
  notificationWebhookList,
  notificationWebhookRemove,
  notificationWebhookTest,
  notificationWebhookUpdate,
} from "@/lib/notifications/contract";
import { Deliveries } from "./deliveries";
import { NewWebhook } from "./new-webhook";
import { KIND_WORDS } from "./words";

/** The addresses that are called when something happens, each with its log. */
export function Webhooks() {
  const query = useQuery(operationQuery(notificationWebhookList, {}));
  const problem = readProblem("The webhooks", query);
  const items = query.data?.items ?? [];
  return (
    <section aria-labelledby="webhooks" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="webhooks" className="mr-auto font-medium text-base">
          Webhooks
        </h2>
        <NewWebhook />
      </div>
      {problem !== null && <ErrorState {...problem} />}
      {query.data === undefined && problem === null && <Skeleton className="h-24" />}
      {query.data !== undefined && items.length === 0 && (
        <div className="rounded-md border bg-card">
          <EmptyState icon={Webhook} title="No webhooks yet">
            Add a Slack-compatible chat, or a program of your own that verifies a signature, to be called when
            something happens.
          </EmptyState>
        </div>
      )}
      {items.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} />
      ))}
    </section>
  );
}

function stateWords({ active }: NotificationWebhook): string {
  if (active) return "Switch off";
  return "Switch on";
}

function WebhookCard({ webhook }: { webhook: NotificationWebhook }) {
  const { id, label, url, format, kinds, active, version } = webhook;
  const [showsLog, setShowsLog] = useState(false);
  const test = useOperation(notificationWebhookTest, {
    success: "Test sent; see the log for its result",
    failure: "The test could not be sent",
    onSuccess: () => setShowsLog(true),
  });
  const update = useOperation(notificationWebhookUpdate, { failure: "The webhook could not be changed" });
  const remove = useOperation(notificationWebhookRemove, {
    success: "Webhook removed",
    failure: "The webhook could not be removed",
  });
  return (
    <article aria-label={label} className="flex flex-col gap-2 rounded-md border bg-card p-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="min-w-0 wrap-anywhere font-medium">{label}</h3>
        <code className="min-w-0 break-all text-xs">{url}</code>
        <span className="text-muted-foreground">{format}</span>
        {!active && <span className="text-warn">switched off</span>}
        <span className="ml-auto flex flex-wrap gap-1.5">
          <Button size="sm" busy={test.isPending} onClick={() => test.mutate({ webhook_id: id })}>
            {!test.isPending && <Send aria-hidden />}
            Test
          </Button>
          <Button
            size="sm"
            busy={update.isPending}
            onClick={() => update.mutate({ webhook_id: id, active: !active, version })}
          >
            {stateWords(webhook)}
          </Button>
          <Button size="sm" aria-expanded={showsLog} onClick={() => setShowsLog(!showsLog)}>
            Log
          </Button>
          <Button
            size="icon_sm"
            variant="danger"
            aria-label={`Remove ${label}`}
            busy={remove.isPending}
            onClick={() => remove.mutate({ webhook_id: id })}
          >
            {!remove.isPending && <Trash2 aria-hidden />}
          </Button>
        </span>
      </div>
      <p className="text-muted-foreground text-xs">{kinds.map((kind) => KIND_WORDS[kind]).join(" · ")}</p>
      {showsLog && <Deliveries webhook_id={id} />}
    </article>
  );
}
