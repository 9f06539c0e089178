"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { ListExport } from "@/components/pieces/list-export";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import {
  type WebhookDelivery,
  webhookDeliveryList,
  webhookDeliveryReplay,
} from "@/lib/notifications/contract";
import { notificationSettings } from "@/messages/compiled/notification-settings";

const SHOWN = 20;
const ASKED_EVERY_MS = 3_000;

const TONES: Readonly<Record<WebhookDelivery["status"], string>> = {
  sent: "text-ok",
  waiting: "text-warn",
  failed: "text-danger",
};

/** What was sent to a webhook and what came of it. */
export function Deliveries({ webhook_id }: { webhook_id: string }) {
  const t = useMessages(notificationSettings);
  const query = useQuery({
    ...operationQuery(webhookDeliveryList, { webhook_id, limit: SHOWN }),
    refetchInterval: (state) => {
      if (state.state.data?.items.some(({ status }) => status === "waiting")) return ASKED_EVERY_MS;
      return false;
    },
  });
  const replay = useOperation(webhookDeliveryReplay, {
    success: t("sending_again"),
    failure: t("not_sent_again"),
  });
  const problem = readProblem(t("log_unreadable"), query);
  if (problem !== null) return <ErrorState {...problem} />;
  if (query.data === undefined) return <Skeleton className="h-16" />;
  if (query.data.items.length === 0) return <p className="text-muted-foreground">{t("nothing_sent")}</p>;
  return (
    <>
      <div className="flex justify-end">
        <ListExport contract={webhookDeliveryList} input={{ webhook_id }} total={query.data.total} />
      </div>
      <ol aria-label={t("log")} className="flex flex-col border-t">
        {query.data.items.map(({ id, status, title, attempts, problem: why, created_at }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b py-1.5 last:border-b-0"
          >
            <span className={cn("min-w-16 font-medium", TONES[status])}>{t(`delivery_${status}`)}</span>
            <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
              {visible(title)}
              {why !== null && <span className="block text-muted-foreground text-xs">{why}</span>}
            </span>
            <span className="text-muted-foreground text-xs">
              {t.rich("attempts", { count: attempts, when: () => <RelativeTime at={created_at} /> })}
            </span>
            {status !== "waiting" && (
              <Button
                size="sm"
                variant="ghost"
                disabled={replay.isPending}
                onClick={() => replay.mutate({ delivery_id: id })}
              >
                <RotateCw aria-hidden />
                {t("replay")}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
