"use client";

import { useQuery } from "@tanstack/react-query";
import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  Clock,
  ExternalLink,
  type LucideIcon,
  PencilLine,
} from "lucide-react";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { countOf, formatCount, joinSaid } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { readProblem, toastProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { whoMay } from "@/components/pieces/who-may";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import {
  frameworkPackList,
  frameworkPackLoad,
  frameworkPackRemove,
  type PackEntryState,
} from "@/lib/memories/contract";
import { SkillsNav } from "./skills-nav";

type Pack = OutputOf<typeof frameworkPackList>["items"][number];

const STATE_TERMS: Record<
  PackEntryState,
  { word: string; icon: LucideIcon; tone: BadgeTone; title: string }
> = {
  absent: { word: "not loaded", icon: CircleDashed, tone: "quiet", title: "Loading the pack adds it." },
  loaded: { word: "loaded", icon: CircleCheck, tone: "calm", title: "A memory has the pack's text." },
  outdated: {
    word: "out of date",
    icon: Clock,
    tone: "warn",
    title: "The pack has changed; load it again to update the memory.",
  },
  changed: {
    word: "yours",
    icon: PencilLine,
    tone: "primary",
    title: "People corrected it or decided about it; the pack does not change it.",
  },
  removed: {
    word: "removed",
    icon: CircleMinus,
    tone: "quiet",
    title: "Removed with its pack; loading restores it.",
  },
  deleted: {
    word: "deleted",
    icon: CircleX,
    tone: "quiet",
    title: "Somebody deleted it; it stays deleted until it is restored under Memories.",
  },
};

function EntryRow({ entry }: { entry: Pack["entries"][number] }) {
  const { word, icon: Icon, tone, title } = STATE_TERMS[entry.state];
  return (
    <li className="border-b px-3 py-2.5 last:border-b-0 sm:px-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="min-w-0 wrap-anywhere font-medium text-sm">{entry.pattern_name}</h3>
        <Badge tone={tone} title={title}>
          <Icon aria-hidden />
          {word}
        </Badge>
        {entry.memory_id !== null && entry.state !== "removed" && entry.state !== "deleted" && (
          <Link
            href={`/memories/${entry.memory_id}`}
            className="text-primary text-xs underline-offset-4 hover:underline"
          >
            the memory
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
          <span className="sr-only">: the official documentation</span>
        </a>
      </div>
      <p className="mt-1 max-w-prose text-pretty text-sm">{entry.description}</p>
      <dl className="mt-1 grid max-w-prose gap-x-3 gap-y-0.5 text-muted-foreground text-xs sm:grid-cols-[auto_1fr]">
        <dt>Do</dt>
        <dd className="text-pretty">{entry.correct_usage}</dd>
        <dt>Not</dt>
        <dd className="text-pretty">{entry.common_mistakes.join("; ")}</dd>
      </dl>
    </li>
  );
}

const stateOf = ({ entries, loaded, to_load }: Pack) => {
  if (loaded === 0) return `${countOf(entries.length, "entry", "entries")}, none loaded`;
  return joinSaid([
    `${formatCount(loaded)} of ${formatCount(entries.length)} loaded`,
    to_load > 0 && `${formatCount(to_load)} to update`,
  ]);
};

function PackCard({ pack }: { pack: Pack }) {
  const { may } = useMe();
  const [open, setOpen] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { framework } = pack;
  const verb = pack.loaded > 0 ? "Update" : "Load";
  const load = useOperation(frameworkPackLoad, {
    refreshOnFailure: true,
    onSuccess: ({ stored, updated, restored, known }) =>
      toast.success(`${pack.title}: ${countOf(stored + updated + restored, "entry", "entries")} loaded`, {
        description: joinSaid([
          stored > 0 && `${formatCount(stored)} new`,
          updated > 0 && `${formatCount(updated)} updated`,
          restored > 0 && `${formatCount(restored)} restored`,
          known > 0 && `${formatCount(known)} unchanged`,
        ]),
        duration: 10_000,
        action: { label: "Undo", onClick: () => remove.mutate({ framework }) },
      }),
    failure: `${pack.title} could not be loaded`,
  });
  const remove = useOperation(frameworkPackRemove, {
    refreshOnFailure: true,
    onSuccess: ({ removed, kept }) => {
      setRemoving(false);
      toast.success(`${pack.title}: ${countOf(removed, "entry", "entries")} removed`, {
        ...(kept > 0 && { description: `${formatCount(kept)} that people changed were kept.` }),
        duration: 10_000,
        action: { label: "Undo", onClick: () => load.mutate({ framework }) },
      });
    },
    onError: (error) => {
      if (!removing) toastProblem(`${pack.title} could not be removed`, error);
    },
  });
  const removable = pack.entries.some(({ state }) => state === "loaded" || state === "outdated");
  return (
    <section aria-labelledby={`pack-${pack.framework}`} className="rounded-md border bg-card">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:px-4">
        <div className="min-w-0 flex-1">
          <h2 id={`pack-${pack.framework}`} className="font-semibold text-base">
            {pack.title}
          </h2>
          <p className="text-muted-foreground text-sm">{stateOf(pack)}</p>
        </div>
        {may("skills:manage") && (
          <span className="flex items-center gap-2">
            {removable && (
              <Button
                onClick={() => setRemoving(true)}
                disabled={load.isPending}
                aria-label={`Remove ${pack.title}`}
              >
                Remove
              </Button>
            )}
            {pack.to_load > 0 && (
              <Button
                busy={load.isPending}
                onClick={() => load.mutate({ framework })}
                aria-label={`${verb} ${pack.title}`}
              >
                {verb}
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
          {open ? "Hide" : "Show entries"}
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
        title={`Remove ${pack.title}?`}
        verb="Remove"
        error={remove.error}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ framework })}
      >
        Agents are no longer served its entries. Entries that people corrected stay. Loading the pack again
        restores the rest.
      </Confirm>
    </section>
  );
}

/** What is known of frameworks from the start: each pack, what it says and where that is from, and what is here of it. */
export function PacksScreen() {
  const { me, may } = useMe();
  const query = useQuery(operationQuery(frameworkPackList, {}));
  const problem = readProblem("The starter packs", query);
  return (
    <>
      <PageHeader
        title="Starter packs"
        question="What should our agents know about our frameworks from the start?"
        className="mb-2"
      />
      <SkillsNav />
      <p className="mb-4 max-w-prose text-pretty text-sm">
        Each entry becomes a memory of the kind framework knowledge, for every repository that uses the
        framework. Loading a pack twice adds nothing; people's corrections and deletions are kept.
        {me !== null && !may("skills:manage") && ` ${whoMay("skills:manage", "load packs")}`}
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
