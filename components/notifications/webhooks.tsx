"use client";

import { useQuery } from "@tanstack/react-query";
import { Send, Trash2, Webhook } from "lucide-react";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import {
  type NotificationWebhook,
  notificationWebhookList,
  notificationWebhookRemove,
  notificationWebhookTest,
  notificationWebhookUpdate,
} from "@/lib/notifications/contract";
import { notificationSettings } from "@/messages/compiled/notification-settings";
import { Deliveries } from "./deliveries";
import { NewWebhook } from "./new-webhook";

/** The addresses that are called when something happens, each with its log. */
export function Webhooks() {
  const t = useMessages(notificationSettings);
  const query = useQuery(operationQuery(notificationWebhookList, {}));
  const problem = readProblem(t("webhooks_unreadable"), query);
  const items = query.data?.items ?? [];
  return (
    <section aria-labelledby="webhooks" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="webhooks" className="mr-auto font-medium text-base">
          {t("webhooks")}
        </h2>
        <NewWebhook />
      </div>
      {problem !== null && <ErrorState {...problem} />}
      {query.data === undefined && problem === null && <Skeleton className="h-24" />}
      {query.data !== undefined && items.length === 0 && (
        <div className="rounded-md border bg-card">
          <EmptyState icon={Webhook} title={t("no_webhooks")}>
            {t("no_webhooks_meaning")}
          </EmptyState>
        </div>
      )}
      {items.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} />
      ))}
    </section>
  );
}

function WebhookCard({ webhook }: { webhook: NotificationWebhook }) {
  const { id, label, url, format, kinds, active, version } = webhook;
  const t = useMessages(notificationSettings);
  const [showsLog, setShowsLog] = useState(false);
  const test = useOperation(notificationWebhookTest, {
    success: t("test_sent"),
    failure: t("test_not_sent"),
    onSuccess: () => setShowsLog(true),
  });
  const update = useOperation(notificationWebhookUpdate, { failure: t("webhook_not_changed") });
  return (
    <article aria-label={label} className="flex flex-col gap-2 rounded-md border bg-card p-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="min-w-0 wrap-anywhere font-medium">{label}</h3>
        <code className="min-w-0 break-all text-xs">{url}</code>
        <span className="text-muted-foreground">{t(`format_${format}`)}</span>
        {!active && <span className="text-warn">{t("switched_off")}</span>}
        <span className="ml-auto flex flex-wrap gap-1.5">
          <Button size="sm" busy={test.isPending} onClick={() => test.mutate({ webhook_id: id })}>
            {!test.isPending && <Send aria-hidden />}
            {t("test")}
          </Button>
          <Button
            size="sm"
            busy={update.isPending}
            onClick={() => update.mutate({ webhook_id: id, active: !active, version })}
          >
            {t(active ? "switch_off" : "switch_on")}
          </Button>
          <Button size="sm" aria-expanded={showsLog} onClick={() => setShowsLog(!showsLog)}>
            {t("log")}
          </Button>
          <RemoveWebhook webhook={webhook} />
        </span>
      </div>
      <p className="text-muted-foreground text-xs">{kinds.map((kind) => t(`kind_${kind}`)).join(" · ")}</p>
      {showsLog && <Deliveries webhook_id={id} />}
    </article>
  );
}

function RemoveWebhook({ webhook: { id, label } }: { webhook: NotificationWebhook }) {
  const t = useMessages(notificationSettings);
  const [isAsking, setAsking] = useState(false);
  const remove = useOperation(notificationWebhookRemove, {
    success: t("webhook_removed"),
    onSuccess: () => setAsking(false),
  });
  const name = t("remove", { name: label });
  return (
    <>
      <Button size="icon_sm" variant="danger" aria-label={name} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={name}
        verb={t("remove_verb")}
        error={remove.error}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ webhook_id: id })}
      >
        {t("remove_effect")}
      </Confirm>
    </>
  );
}
