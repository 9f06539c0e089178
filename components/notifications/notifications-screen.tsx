"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CheckCheck } from "lucide-react";
import { useQueryStates } from "nuqs";
import { countOf, formatCount } from "@/components/pieces/format";
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
import { Skeleton } from "@/components/ui/skeleton";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { notificationList, notificationRead } from "@/lib/notifications/contract";
import { notificationParameters, notificationsInput } from "./parameters";

/** What was this person notified of? */
export function NotificationsScreen() {
  const [parameters, set] = useQueryStates(notificationParameters);
  const pages = usePages();
  const query = useQuery({
    ...operationQuery(notificationList, notificationsInput(parameters)),
    placeholderData: keepPreviousData,
  });
  const { mutate, isPending } = useOperation(notificationRead, {
    success: ({ count }) => `${countOf(count, "notification", "notifications")} marked as read`,
    failure: "They could not be marked as read",
  });
  const problem = readProblem("The notifications", query);
  const unread = query.data?.unread ?? 0;
  return (
    <>
      <PageHeader
        title="Notifications"
        question="What happened that concerns me?"
        actions={
          <>
            <Button busy={isPending} disabled={unread === 0} onClick={() => mutate({})}>
              {!isPending && <CheckCheck aria-hidden />}
              Mark all as read
            </Button>
            <Button asChild>
              <Link href="/settings/notifications">Settings</Link>
            </Button>
          </>
        }
      />
      <div className="mb-3">
        <ToggleGroup
          label="Which notifications"
          value={parameters.unread ? "unread" : "all"}
          onValueChange={(value: "all" | "unread") => {
            pages.reset();
            void set({ unread: value === "unread" }, { history: "push" });
          }}
          options={[
            { value: "all", label: "All" },
            { value: "unread", label: `Unread ${formatCount(unread)}` },
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
