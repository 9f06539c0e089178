"use client";

import { useQuery } from "@tanstack/react-query";
import { CheckCheck } from "lucide-react";
import { useQueryStates } from "nuqs";
import { ListTools } from "@/components/pieces/list-tools";
import { NotificationItems } from "@/components/pieces/notification-items";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { listQuery } from "@/lib/doors/client";
import { notificationList, notificationRead } from "@/lib/notifications/contract";
import { notifications } from "@/messages/compiled/notifications";
import { notificationParameters, notificationsInput } from "./parameters";

/** What was this person notified of? */
export function NotificationsScreen() {
  const t = useMessages(notifications);
  const [parameters, set] = useQueryStates(notificationParameters);
  const pages = usePages();
  const query = useQuery(listQuery(notificationList, notificationsInput(parameters)));
  const { mutate, isPending } = useOperation(notificationRead, {
    success: ({ count }) => t("marked", { count }),
    failure: t("not_marked"),
  });
  const problem = readProblem(t("unreadable"), query);
  const unread = query.data?.unread ?? 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        question={t("question")}
        actions={
          <>
            <Button busy={isPending} disabled={unread === 0} onClick={() => mutate({})}>
              {!isPending && <CheckCheck aria-hidden />}
              {t("mark_all")}
            </Button>
            <Button asChild>
              <Link href="/settings/notifications">{t("settings")}</Link>
            </Button>
          </>
        }
      />
      <div className="mb-3">
        <ToggleGroup
          label={t("which")}
          value={parameters.unread ? "unread" : "all"}
          onValueChange={(value: "all" | "unread") => {
            pages.reset();
            void set({ unread: value === "unread" }, { history: "push" });
          }}
          options={[
            { value: "all", label: t("all") },
            { value: "unread", label: t("unread", { count: unread }) },
          ]}
        />
      </div>
      <div className="max-w-3xl">
        <ListTools
          list={{
            name: "notifications",
            contract: notificationList,
            input: notificationsInput(parameters),
            total: query.data?.total,
            parameters: notificationParameters,
          }}
        />
      </div>
      {problem !== null && <ErrorState {...problem} className="mb-3" />}
      {query.data === undefined && problem === null && <Skeleton className="h-64" />}
      {query.data !== undefined && (
        <div className="max-w-3xl">
          <div className="rounded-md border bg-card">
            <NotificationItems items={query.data.items} />
          </div>
          <PagerOf pages={pages} page={query.data} busy={query.isFetching} />
        </div>
      )}
    </>
  );
}
