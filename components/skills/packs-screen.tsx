"use client";

import { useQuery } from "@tanstack/react-query";
import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  Clock,
  ExternalLink,
  PencilLine,
} from "lucide-react";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { joinSaid } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { readProblem, toastProblem } from "@/components/pieces/problem";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { toastDone } from "@/components/pieces/undo";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import type { TermOf } from "@/components/pieces/vocabulary";
import { useRolesThat } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import {
  frameworkPackList,
  frameworkPackLoad,
  frameworkPackRemove,
  type PackEntryState,
} from "@/lib/memories/contract";
import { skillsPacks } from "@/messages/compiled/skills-packs";
import type { PlainKey, Translate } from "@/messages/message";
import { SkillsNav } from "./skills-nav";

type T = Translate<typeof skillsPacks>;
type Word = PlainKey<typeof skillsPacks>;
type Pack = OutputOf<typeof frameworkPackList>["items"][number];

const STATE_TERMS: Record<PackEntryState, TermOf<Word>> = {
  absent: { word: "state_absent", icon: CircleDashed, tone: "quiet", meaning: "state_absent_meaning" },
  loaded: { word: "state_loaded", icon: CircleCheck, tone: "calm", meaning: "state_loaded_meaning" },
  outdated: {
    word: "state_outdated",
    icon: Clock,
    tone: "warn",
    meaning: "state_outdated_meaning",
  },
  changed: {
    word: "state_changed",
    icon: PencilLine,
    tone: "primary",
    meaning: "state_changed_meaning",
  },
  removed: {
    word: "state_removed",
    icon: CircleMinus,
    tone: "quiet",
    meaning: "state_removed_meaning",
  },
  deleted: {
    word: "state_deleted",
    icon: CircleX,
    tone: "quiet",
    meaning: "state_deleted_meaning",
  },
};

function EntryRow({ entry }: { entry: Pack["entries"][number] }) {
  const t = useMessages(skillsPacks);
  return (
    <li className="border-b px-3 py-2.5 last:border-b-0 sm:px-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="min-w-0 wrap-anywhere font-medium text-sm">{entry.pattern_name}</h3>
        <StatusBadge term={STATE_TERMS[entry.state]} t={t} />
        {entry.memory_id !== null && entry.state !== "removed" && entry.state !== "deleted" && (
          <Link
            href={`/memories/${entry.memory_id}`}
            className="text-primary text-xs underline-offset-4 hover:underline"
          >
            {t("to_memory")}
          </Link>
        )}
        <a
          href={entry.source}
          target="_blank"
          rel="noreferrer"
          className="ml-auto inline-flex min-w-0 items-center gap-1 text-muted-foreground text-xs underline-offset-4 hover:underline"
        >
          <span className="truncate">{new URL(entry.source).host}</span>
          <ExternalLink aria-hidden className="size-3 shrink-0" />
          <span className="sr-only">{t("official_documentation")}</span>
        </a>
      </div>
      <p className="mt-1 max-w-prose text-pretty text-sm">{entry.description}</p>
      <dl className="mt-1 grid max-w-prose gap-x-3 gap-y-0.5 text-muted-foreground text-xs sm:grid-cols-[auto_1fr]">
        <dt>{t("do")}</dt>
        <dd className="text-pretty">{entry.correct_usage}</dd>
        <dt>{t("do_not")}</dt>
        <dd className="text-pretty">{entry.common_mistakes.join("; ")}</dd>
      </dl>
    </li>
  );
}

const stateOf = (t: T, { entries, loaded, to_load }: Pack) => {
  if (loaded === 0) return t("none_loaded", { count: entries.length });
  return joinSaid([
    t("some_loaded", { loaded, all: entries.length }),
    to_load > 0 && t("to_update", { count: to_load }),
  ]);
};

function PackCard({ pack }: { pack: Pack }) {
  const t = useMessages(skillsPacks);
  const { may } = useMe();
  const [open, setOpen] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { framework } = pack;
  const verb = pack.loaded > 0 ? "update" : "load";
  const name = { pack: pack.title };
  const removable = pack.entries.some(({ state }) => state === "loaded" || state === "outdated");
  const load = useOperation(frameworkPackLoad, {
    refreshOnFailure: true,
    onSuccess: ({ stored, updated, restored, known }) =>
      toastDone(t("was_loaded", { pack: pack.title, count: stored + updated + restored }), {
        description: joinSaid([
          stored > 0 && t("count_new", { count: stored }),
          updated > 0 && t("count_updated", { count: updated }),
          restored > 0 && t("count_restored", { count: restored }),
          known > 0 && t("count_unchanged", { count: known }),
        ]),
        // Removing a pack removes also what was loaded before.
        undo: removable ? undefined : () => remove.mutate({ framework }),
      }),
    failure: t("not_loaded", name),
  });
  const remove = useOperation(frameworkPackRemove, {
    refreshOnFailure: true,
    onSuccess: ({ removed, kept }) => {
      setRemoving(false);
      toastDone(t("was_removed", { pack: pack.title, count: removed }), {
        ...(kept > 0 && { description: t("kept", { count: kept }) }),
        undo: () => load.mutate({ framework }),
      });
    },
    onError: (error) => {
      if (!removing) toastProblem(t("not_removed", name), error);
    },
  });
  return (
    <section aria-labelledby={`pack-${pack.framework}`} className="rounded-md border bg-card">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:px-4">
        <div className="min-w-0 flex-1">
          <h2 id={`pack-${pack.framework}`} className="font-semibold text-base">
            {pack.title}
          </h2>
          <p className="text-muted-foreground text-sm">{stateOf(t, pack)}</p>
        </div>
        {may("skills:manage") && (
          <span className="flex items-center gap-2">
            {removable && (
              <Button
                onClick={() => setRemoving(true)}
                disabled={load.isPending}
                aria-label={t("remove_pack", name)}
              >
                {t("remove")}
              </Button>
            )}
            {pack.to_load > 0 && (
              <Button
                busy={load.isPending}
                onClick={() => load.mutate({ framework })}
                aria-label={t(`${verb}_pack`, name)}
              >
                {t(verb)}
              </Button>
            )}
          </span>
        )}
        <Button
          variant="ghost"
          aria-expanded={open}
          aria-controls={`entries-${pack.framework}`}
          onClick={() => setOpen(!open)}
        >
          {open ? t("hide_entries") : t("show_entries")}
          <span className="sr-only"> ({pack.title})</span>
        </Button>
      </header>
      {open && (
        <ul id={`entries-${pack.framework}`} className="border-t">
          {pack.entries.map((entry) => (
            <EntryRow key={entry.pattern_name} entry={entry} />
          ))}
        </ul>
      )}
      <Confirm
        open={removing}
        onOpenChange={(next) => {
          setRemoving(next);
          if (!next) remove.reset();
        }}
        title={t("remove_question", name)}
        verb={t("remove")}
        error={remove.error}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ framework })}
      >
        {t("remove_consequence")}
      </Confirm>
    </section>
  );
}

/** What is known of frameworks from the start: each pack, what it says and where that is from, and what is here of it. */
export function PacksScreen() {
  const t = useMessages(skillsPacks);
  const rolesThat = useRolesThat();
  const { me, may } = useMe();
  const query = useQuery(operationQuery(frameworkPackList, {}));
  const problem = readProblem(t("unreadable"), query);
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <SkillsNav />
      <p className="mb-4 max-w-prose text-pretty text-sm">
        {t("intro")}
        {me !== null &&
          !may("skills:manage") &&
          ` ${t("who_may_load", { roles: rolesThat("skills:manage") })}`}
      </p>
      {problem !== null && <ErrorState {...problem} />}
      {problem === null && query.data !== undefined && (
        <div className="flex max-w-4xl flex-col gap-3">
          {query.data.items.map((pack) => (
            <PackCard key={pack.framework} pack={pack} />
          ))}
        </div>
      )}
      {problem === null && query.data === undefined && (
        <div aria-busy className="flex max-w-4xl flex-col gap-3">
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} className="h-16 w-full" />
          ))}
        </div>
      )}
    </>
  );
}
