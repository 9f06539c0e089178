"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount } from "@/components/pieces/format";
import { FilterSelect } from "@/components/review-queue/filters";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { memberList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { inboxCounts } from "@/lib/inbox/contract";
import { KINDS } from "./kinds";
import { countsInput } from "./parameters";
import type { InboxState } from "./use-inbox";

const WHEN = ["now", "later"] as const;

/** Which of what waits is shown, with how much there is of each. */
export function InboxFilters({ inbox: { queue, parameters, change } }: { inbox: InboxState }) {
  const { kind, assignee, later, repository } = parameters;
  const counts = useQuery(operationQuery(inboxCounts, countsInput(repository)));
  const members = useQuery(operationQuery(memberList, { limit: 200 }));
  const people = members.data?.items ?? [];
  return (
    <search aria-label="Filters of the inbox" className="mb-3 flex flex-wrap items-center gap-2">
      <ToggleGroup
        label="When"
        value={later ? "later" : "now"}
        onValueChange={(value: (typeof WHEN)[number]) => change({ later: value === "later" })}
        options={[
          { value: "now", label: "Waiting" },
          { value: "later", label: `Snoozed${countWords(counts.data?.snoozed)}` },
        ]}
      />
      <FilterSelect
        label="Kind"
        value={kind}
        anyLabel="Every kind"
        options={(counts.data?.kinds ?? []).map((each) => ({
          value: each.kind,
          label: `${KINDS[each.kind].plural} ${formatCount(each.count)}`,
        }))}
        onChange={(next) => change({ kind: next })}
        className="min-w-44"
      />
      <FilterSelect
        label="Assignee"
        value={assignee}
        anyLabel="Anyone"
        options={[
          { value: "me", label: `Me${countWords(counts.data?.mine)}` },
          { value: "nobody", label: "Unassigned" },
          ...people.map(({ person_id, name }) => ({ value: person_id, label: name })),
        ]}
        onChange={(next) => change({ assignee: next })}
      />
      {queue.page !== undefined && (
        <p
          className="text-muted-foreground text-sm lg:ml-auto"
          title="Items with the widest reach that have waited longest come first"
        >
          <span className="font-medium text-foreground">{formatCount(queue.page.total)}</span>{" "}
          {repository === null ? "in total" : `of ${repository}`}, by reach × age
        </p>
      )}
    </search>
  );
}

function countWords(count: number | undefined): string {
  if (count === undefined || count === 0) return "";
  return ` ${formatCount(count)}`;
}
