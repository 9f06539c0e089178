"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FilterSelect } from "@/components/pieces/filter-select";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { memberList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { inboxCounts } from "@/lib/inbox/contract";
import { inbox as inboxArea } from "@/messages/compiled/inbox";
import { inboxKinds } from "@/messages/compiled/inbox-kinds";
import { KINDS } from "./kinds";
import { countsInput } from "./parameters";
import type { InboxState } from "./use-inbox";

const WHEN = ["now", "later"] as const;

/** Which of what waits is shown, with how much there is of each. */
export function InboxFilters({ inbox: { queue, parameters, change } }: { inbox: InboxState }) {
  const t = useMessages(inboxArea);
  const kinds = useMessages(inboxKinds);
  const { kind, assignee, later, repository } = parameters;
  const counts = useQuery(operationQuery(inboxCounts, countsInput(repository)));
  const members = useQuery(operationQuery(memberList, { limit: 200 }));
  const people = members.data?.items ?? [];
  const snoozed = counts.data?.snoozed ?? 0;
  const mine = counts.data?.mine ?? 0;
  return (
    <search aria-label={t("filters")} className="mb-3 flex flex-wrap items-center gap-2">
      <ToggleGroup
        label={t("when")}
        value={later ? "later" : "now"}
        onValueChange={(value: (typeof WHEN)[number]) => change({ later: value === "later" })}
        options={[
          { value: "now", label: t("waiting") },
          {
            value: "later",
            label: snoozed === 0 ? t("choice_snoozed") : t("choice_snoozed_count", { count: snoozed }),
          },
        ]}
      />
      <FilterSelect
        label={t("kind")}
        value={kind}
        anyLabel={t("every_kind")}
        options={(counts.data?.kinds ?? []).map((each) => ({
          value: each.kind,
          label: t("kind_count", { kind: kinds(KINDS[each.kind].plural), count: each.count }),
        }))}
        onChange={(next) => change({ kind: next })}
        className="min-w-44"
      />
      <FilterSelect
        label={t("assignee")}
        value={assignee}
        anyLabel={t("anyone")}
        options={[
          { value: "me", label: mine === 0 ? t("me") : t("me_count", { count: mine }) },
          { value: "nobody", label: t("unassigned") },
          ...people.map(({ person_id, name }) => ({ value: person_id, label: name })),
        ]}
        onChange={(next) => change({ assignee: next })}
      />
      {queue.page !== undefined && (
        <p className="text-muted-foreground text-sm lg:ml-auto" title={t("order")}>
          <Total count={queue.page.total} repository={repository} />
        </p>
      )}
    </search>
  );
}

function Total({ count, repository }: { count: number; repository: string | null }) {
  const t = useMessages(inboxArea);
  const figure = (content: ReactNode) => <span className="font-medium text-foreground">{content}</span>;
  if (repository === null) return t.rich("total", { count, figure });
  return t.rich("total_of", { count, figure, repository });
}
