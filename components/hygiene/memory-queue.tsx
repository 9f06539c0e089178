"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Actor } from "@/components/pieces/actor";
import { formatCount } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { undoLatest, useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { InvalidateDialog } from "@/components/pieces/memory-dialogs";
import { EditDialog } from "@/components/pieces/memory-edit";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { readProblem } from "@/components/pieces/problem";
import { QualityBar } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useBackWhenEmptied } from "@/components/pieces/use-desk";
import { usePages } from "@/components/pieces/use-pages";
import { useSelection } from "@/components/pieces/use-selection";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { useShortcuts } from "@/components/ui/shortcuts";
import { operationQuery } from "@/lib/doors/client";
import { type HYGIENE_QUEUES, hygieneMemoryList } from "@/lib/hygiene/contract";
import type { Memory } from "@/lib/memories/contract";
import { queueInput } from "./parameters";
import { QueueFrame } from "./queue-frame";
import { TakenOut } from "./taken-out";

/** Memories of one queue, the most used first, to be worked in bulk. */
export function MemoryQueue({
  queue,
  title,
  repository,
  can_write,
  onClose,
}: {
  queue: (typeof HYGIENE_QUEUES)[number];
  title: string;
  repository: string | null;
  can_write: boolean;
  onClose: () => void;
}) {
  const pages = usePages();
  const { remove } = useMemoryDecisions();
  const { selection: selected, select, toggle } = useSelection();
  const [invalidating, setInvalidating] = useState(false);
  const [busy, setBusy] = useState(false);
  const [editing, setEditing] = useState<Memory | null>(null);
  const query = useQuery({
    ...operationQuery(hygieneMemoryList, queueInput(queue, { repository, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
  });
  const problem = readProblem("The queue", query);
  const items = query.data?.items ?? [];
  const shown = items.map(({ memory }) => memory.id);
  const chosen = shown.filter((id) => selected.has(id));
  const emptied = useBackWhenEmptied(query, pages);
  useShortcuts(
    can_write
      ? [
          ...(chosen.length > 0
            ? [{ keys: "i", label: "Invalidate what is selected", run: () => setInvalidating(true) }]
            : []),
          { keys: "u", label: "Undo the last decision", run: () => void undoLatest() },
        ]
      : [],
    title,
  );
  const removeChosen = async () => {
    setBusy(true);
    await remove(chosen).finally(() => setBusy(false));
    select([]);
  };
  return (
    <>
      <QueueFrame
        title={title}
        shown={shown}
        selected={selected}
        onSelect={can_write ? select : null}
        onClose={onClose}
        actions={
          <>
            <Button size="sm" busy={busy} onClick={() => void removeChosen()}>
              Delete
            </Button>
            <Button size="sm" variant="danger" onClick={() => setInvalidating(true)}>
              Invalidate
            </Button>
          </>
        }
        problem={problem}
        page={query.data}
        emptied={emptied}
        refreshing={query.isPlaceholderData}
        pages={pages}
        empty={
          <EmptyState icon={CircleCheck} title="Nothing is here">
            No memory is of this sort{repository === null ? "" : ` in ${repository}`}.
          </EmptyState>
        }
      >
        {queue === "secret_like" && (
          <p className="mb-2 max-w-prose text-pretty text-muted-foreground text-sm">
            The secret is gone already: it was taken out of the text. What is left may not say enough. Word it
            without the placeholder, or delete it; if the secret was a real one, change it where it is used.
          </p>
        )}
        <ol aria-label={title} className="rounded-md border bg-card">
          {items.map(({ memory, source }) => (
            <li key={memory.id} className="relative flex gap-2.5 border-b px-3 py-2.5 last:border-b-0">
              {can_write && (
                <Checkbox
                  aria-label={`Select: ${memory.statement.slice(0, 80)}`}
                  checked={selected.has(memory.id)}
                  onCheckedChange={() => toggle(memory.id)}
                  className="mt-0.5"
                />
              )}
              <div className="flex min-w-0 flex-1 flex-col gap-1">
                <Link
                  href={`/memories/${memory.id}`}
                  dir="auto"
                  className="line-clamp-2 text-sm underline-offset-4 wrap-anywhere hover:underline"
                >
                  {memory.statement}
                </Link>
                {source !== null && (
                  <p className="text-muted-foreground text-xs">
                    its session had been given{" "}
                    <Link href={`/memories/${source.id}`} className="text-primary hover:underline" dir="auto">
                      {source.statement.slice(0, 120)}
                    </Link>
                  </p>
                )}
                {queue === "secret_like" && <TakenOut memory={memory} />}
                <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
                  <KindBadge kind={memory.kind} />
                  <MemoryReach memory={memory} />
                  <Actor actor={memory.created_by} />
                  <RelativeTime at={memory.created_at} />
                  <span>
                    {memory.usage_count === 0 ? "never served" : `served ${formatCount(memory.usage_count)}×`}
                  </span>
                  <QualityBar quality={memory.quality} />
                </p>
              </div>
              {can_write && queue === "secret_like" && (
                <Button
                  size="sm"
                  aria-label={`Edit: ${memory.statement.slice(0, 80)}`}
                  onClick={() => setEditing(memory)}
                >
                  Edit
                </Button>
              )}
            </li>
          ))}
        </ol>
      </QueueFrame>
      <InvalidateDialog
        ids={chosen}
        open={invalidating}
        onOpenChange={setInvalidating}
        onDone={() => select([])}
      />
      {editing !== null && (
        <EditDialog
          key={editing.id}
          memory={editing}
          open
          onOpenChange={(open) => {
            if (!open) setEditing(null);
          }}
        />
      )}
    </>
  );
}
