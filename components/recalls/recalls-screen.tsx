"use client";

import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useQueryStates } from "nuqs";
import { FilterChips } from "@/components/pieces/filter-chips";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { useFormat } from "@/components/pieces/use-format";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { listQuery } from "@/lib/doors/client";
import { type RECALLS_HAVING, recallList } from "@/lib/recall/contract";
import { recallsPage } from "@/messages/compiled/recalls-page";
import type { PlainKey } from "@/messages/message";
import { FIRST_PAGE, type RecallParameters, recallParameters, recallsInput } from "./filters";
import { RecallFilters, ServedMemoryChip } from "./recall-filters";
import { RecallTable } from "./recall-table";
import { RecallsNav } from "./recalls-nav";

const CHIPS = ["agent_type", "session_id", "having", "after"] as const;
const CHIP_WORDS: Record<(typeof CHIPS)[number], PlainKey<typeof recallsPage>> = {
  agent_type: "chip_agent_type",
  session_id: "chip_session",
  having: "chip_having",
  after: "chip_after",
};

const HAVING_WORDS: Record<(typeof RECALLS_HAVING)[number], PlainKey<typeof recallsPage>> = {
  reported: "having_reported",
  inferred: "having_inferred",
  repeated: "having_repeated",
  disputed: "having_disputed",
};

const NOTHING = {
  q: null,
  memory_id: null,
  agent: null,
  agent_type: null,
  session_id: null,
  outcome: null,
  used: null,
  degraded: null,
  having: null,
  after: null,
  day: null,
} as const;

/** The filters that no other control shows, in words. */
function useChips(parameters: RecallParameters) {
  const t = useMessages(recallsPage);
  const { formatDay } = useFormat();
  const { agent_type, session_id, having, after } = parameters;
  const values = {
    agent_type,
    session_id,
    having: having && t(HAVING_WORDS[having]),
    after: after && formatDay(after.slice(0, 10)),
  };
  return CHIPS.flatMap((key) => {
    const value = values[key];
    if (value === null) return [];
    return [{ key, word: t(CHIP_WORDS[key]), value }];
  });
}

/** A filter of yes or no, as the words of its toggle. */
function wordOf(filter: boolean | null): "yes" | "no" | null {
  if (filter === null) return null;
  if (filter) return "yes";
  return "no";
}

/** The ledger: every pack that an agent was given, newest first. */
export function RecallsScreen() {
  const t = useMessages(recallsPage);
  const [parameters, setParameters] = useQueryStates(recallParameters, { history: "push" });
  const chips = useChips(parameters);
  const pages = usePages();
  const query = useQuery(listQuery(recallList, recallsInput(parameters)));
  const set = (values: Partial<RecallParameters>) => void setParameters({ ...values, ...FIRST_PAGE });
  const { used, degraded } = parameters;
  const filtered = Object.keys(NOTHING).some((key) => parameters[key as keyof typeof NOTHING] !== null);
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <RecallsNav />
      <RecallFilters parameters={parameters} onChange={set} />
      {parameters.memory_id !== null && (
        <ServedMemoryChip memory_id={parameters.memory_id} onRemove={() => set({ memory_id: null })} />
      )}
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <FilterToggle
          label={t("filter_use")}
          value={wordOf(used)}
          onChange={(value) => set({ used: value && value === "yes" })}
          options={[
            { value: "yes", label: t("use_yes") },
            { value: "no", label: t("use_no") },
          ]}
        />
        <FilterToggle
          label={t("filter_completeness")}
          value={wordOf(degraded)}
          all={t("complete_any")}
          onChange={(value) => set({ degraded: value && value === "yes" })}
          options={[
            { value: "yes", label: t("partial_only") },
            { value: "no", label: t("complete_only") },
          ]}
        />
        <FilterChips chips={chips} onRemove={(key) => set({ [key]: null })} />
      </div>
      <RecallTable
        list={{
          name: "recalls",
          contract: recallList,
          input: recallsInput(parameters),
          total: query.data?.total,
          parameters: recallParameters,
        }}
        rows={query.data?.items}
        memory_id={parameters.memory_id}
        refreshing={query.isPlaceholderData}
        error={readProblem(t("unreadable"), query)}
        empty={
          filtered ? (
            <EmptyState
              icon={ScrollText}
              title={t("no_match")}
              action={<Button onClick={() => set(NOTHING)}>{t("clear_filters")}</Button>}
            >
              {t("no_match_text")}
            </EmptyState>
          ) : (
            <EmptyState
              icon={ScrollText}
              title={t("empty")}
              action={
                <>
                  <Button asChild>
                    <Link href="/settings/keys">{t("connect_agent")}</Link>
                  </Button>
                  <Button asChild variant="ghost">
                    <Link href="/recalls/playground">{t("ask_as_agent")}</Link>
                  </Button>
                </>
              }
            >
              {t("empty_text")}
            </EmptyState>
          )
        }
      />
      <PagerOf pages={pages} page={query.data} busy={query.isFetching} />
    </>
  );
}
