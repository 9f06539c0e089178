"use client";

import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useMemo } from "react";
import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { FilterChips } from "@/components/pieces/filter-chips";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { type Formats, orDash } from "@/components/pieces/format";
import { PagedTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import { repositoryColumn } from "@/components/pieces/repository-column";
import { useFormat } from "@/components/pieces/use-format";
import { usePagedFilters } from "@/components/pieces/use-paged-filters";
import { WordsFilter } from "@/components/pieces/words-filter";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { listQuery } from "@/lib/doors/client";
import { SESSION_OUTCOMES, type Session, sessionList } from "@/lib/sessions/contract";
import { sessionWords } from "@/messages/compiled/session-words";
import { sessions } from "@/messages/compiled/sessions";
import type { Translate } from "@/messages/message";
import { sessionParameters, sessionsInput } from "./filters";
import { durationOf, SessionState } from "./words";

/** A true number; a dash while no report was made. */
function Count({ value }: { value: number | undefined }) {
  const { formatCount } = useFormat();
  return <span className={cn(!value && "text-muted-foreground")}>{orDash(value, formatCount)}</span>;
}

type Words = {
  t: Translate<typeof sessions>;
  words: Translate<typeof sessionWords>;
  formatCount: Formats["formatCount"];
};

const columnsOf = ({ t, words, formatCount }: Words): DataTableColumn<Session>[] => [
  ...whoAndWhere({ t, words }),
  ...whatCameOfIt({ t, words, formatCount }),
];

const whoAndWhere = ({ t, words }: Pick<Words, "t" | "words">): DataTableColumn<Session>[] => [
  {
    id: "session",
    header: t("column_session"),
    card: "title",
    cell: ({ session_id, client }) => (
      <span className="block truncate" title={session_id}>
        <span className="font-mono text-xs">{session_id}</span>
        <span className="text-muted-foreground"> {client}</span>
      </span>
    ),
  },
  {
    id: "state",
    header: t("column_state"),
    width: "6.5rem",
    cell: (session) => <SessionState session={session} />,
  },
  {
    id: "agent",
    header: words("agent"),
    width: "10rem",
    importance: "high",
    cell: ({ actor }) => <Actor actor={actor} />,
  },
  repositoryColumn({
    header: words("repository"),
    none: words("no_repository"),
    repositoryOf: ({ repository }) => repository,
  }),
];

const whatCameOfIt = ({ t, words, formatCount }: Words): DataTableColumn<Session>[] => [
  {
    id: "used",
    header: t("column_used"),
    width: "4.5rem",
    align: "right",
    importance: "high",
    cell: ({ report }) => <Count value={report?.memories_used} />,
  },
  {
    id: "stored",
    header: t("column_stored"),
    width: "4.5rem",
    align: "right",
    importance: "high",
    cell: ({ report }) => <Count value={report?.memories_stored} />,
  },
  {
    id: "conflicts",
    header: t("column_conflicts"),
    width: "5rem",
    align: "right",
    importance: "medium",
    cell: ({ report }) => <Count value={report?.conflicts} />,
  },
  {
    id: "failures",
    header: t("column_failures"),
    width: "5rem",
    align: "right",
    importance: "high",
    cell: ({ failures }) => {
      if (failures === 0) return <Count value={0} />;
      return <span className="font-medium text-danger">{formatCount(failures)}</span>;
    },
  },
  {
    id: "took",
    header: words("took"),
    width: "7rem",
    align: "right",
    importance: "low",
    cell: ({ started_at, last_seen_at }) => durationOf({ t: words, from: started_at, to: last_seen_at }),
  },
  {
    id: "seen",
    header: t("column_seen"),
    width: "6.5rem",
    cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} />,
  },
];

const CHIPS = ["agent", "client"] as const;
const NOTHING = { q: null, agent: null, client: null, outcome: null, from: null, to: null } as const;

/** Runs of agents: who ran where, what each took from memory and gave to it, how it ended. */
export function SessionsScreen() {
  const t = useMessages(sessions);
  const words = useMessages(sessionWords);
  const { formatCount } = useFormat();
  const columns = useMemo(() => columnsOf({ t, words, formatCount }), [t, words, formatCount]);
  const { parameters, pages, narrow } = usePagedFilters(sessionParameters);
  const query = useQuery(listQuery(sessionList, sessionsInput(parameters)));
  const { outcome, from, to } = parameters;
  const filtered = Object.keys(NOTHING).some((key) => parameters[key as keyof typeof NOTHING] !== null);
  const agents = [...new Set(query.data?.items.map(({ actor }) => actor.name) ?? [])].sort();
  return (
    <>
      <PageHeader title={words("sessions")} question={t("question")} />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <WordsFilter
          label={t("words")}
          placeholder={t("words_of")}
          q={parameters.q}
          onChange={(q) => narrow({ q })}
        />
        <FilterToggle
          label={t("outcome")}
          value={outcome}
          onChange={(value) => narrow({ outcome: value })}
          options={SESSION_OUTCOMES.map((value) => ({ value, label: words(`outcome_${value}`) }))}
        />
        <span className="flex items-center gap-1.5 text-muted-foreground text-sm">
          {t.rich("seen_between", {
            from: () => <DayInput label={t("seen_from")} day={from} onDay={(day) => narrow({ from: day })} />,
            to: () => <DayInput label={t("seen_to")} day={to} onDay={(day) => narrow({ to: day })} />,
          })}
        </span>
        {parameters.agent === null && agents.length > 1 && (
          <span className="flex min-w-0 flex-wrap items-center gap-1.5 text-muted-foreground text-sm">
            {t.rich("of_agents", {
              agents: () =>
                agents.map((agent) => (
                  <Button
                    key={agent}
                    size="sm"
                    variant="ghost"
                    className="max-w-64"
                    title={agent}
                    onClick={() => narrow({ agent })}
                  >
                    <span className="truncate">{agent}</span>
                  </Button>
                )),
            })}
          </span>
        )}
        <FilterChips
          chips={CHIPS.flatMap((key) => {
            const value = parameters[key];
            if (value === null) return [];
            return [{ key, word: t(`filter_${key}`), value }];
          })}
          onRemove={(key) => narrow({ [key]: null })}
        />
      </div>
      <PagedTable
        list={{
          name: "sessions",
          contract: sessionList,
          input: sessionsInput(parameters),
          parameters: sessionParameters,
        }}
        query={query}
        pages={pages}
        unreadable={t("unreadable")}
        label={words("sessions")}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ session_id }) => `/sessions/${encodeURIComponent(session_id)}`}
        empty={<NoSessions isFiltered={filtered} onClear={() => narrow(NOTHING)} />}
      />
    </>
  );
}

function DayInput({
  label,
  day,
  onDay,
}: {
  label: string;
  day: string | null;
  onDay: (day: string | null) => void;
}) {
  return (
    <Input
      type="date"
      aria-label={label}
      className="w-36"
      value={day ?? ""}
      onChange={(event) => onDay(event.target.value || null)}
    />
  );
}

function NoSessions({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useMessages(sessions);
  if (isFiltered)
    return (
      <EmptyState
        icon={Play}
        title={t("none_matches")}
        action={<Button onClick={onClear}>{t("clear_filters")}</Button>}
      >
        {t("none_matches_meaning")}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Play}
      title={t("none")}
      action={
        <Button asChild>
          <Link href="/settings/keys">{t("connect")}</Link>
        </Button>
      }
    >
      {t("none_meaning")}
    </EmptyState>
  );
}
