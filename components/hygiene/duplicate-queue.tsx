"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Actor } from "@/components/pieces/actor";
import { formatCount } from "@/components/pieces/format";
import { undoLatest, useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { readProblem, toastProblem } from "@/components/pieces/problem";
import { QualityBar } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useBackWhenEmptied } from "@/components/pieces/use-desk";
import { usePages } from "@/components/pieces/use-pages";
import { useSelection } from "@/components/pieces/use-selection";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { useShortcuts } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast";
import { call, operationQuery } from "@/lib/doors/client";
import {
  type DUPLICATE_KINDS,
  type Duplicate,
  duplicateDismiss,
  duplicateList,
  duplicateMerge,
  hygieneUndo,
} from "@/lib/hygiene/contract";
import { duplicatesInput } from "./parameters";
import { QueueFrame } from "./queue-frame";

const keyOf = ({ memories }: Duplicate) => memories.map(({ id }) => id).join(" ");

/** Memories that say the same, in groups, to be merged or called different in bulk. */
export function DuplicateQueue({
  kind,
  title,
  repository,
  can_write,
  onClose,
}: {
  kind: (typeof DUPLICATE_KINDS)[number];
  title: string;
  repository: string | null;
  can_write: boolean;
  onClose: () => void;
}) {
  const pages = usePages();
  const { settle, undoing } = useMemoryDecisions();
  const { selection: selected, select, toggle } = useSelection();
  const [busy, setBusy] = useState(false);
  const query = useQuery({
    ...operationQuery(duplicateList, duplicatesInput(kind, { repository, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
  });
  const problem = readProblem("The duplicates", query);
  const items = query.data?.items ?? [];
  const shown = items.map(keyOf);
  const chosen = items.filter((item) => selected.has(keyOf(item)));
  const emptied = useBackWhenEmptied(query, pages);

  const act = async (work: () => Promise<void>, failed: string) => {
    setBusy(true);
    try {
      await work();
      select([]);
    } catch (error) {
      toastProblem(failed, error);
    } finally {
      setBusy(false);
      await settle();
    }
  };
  const merge = (groups: readonly Duplicate[]) =>
    act(async () => {
      const ids = groups.map(({ memories }) => memories.map(({ id }) => id));
      const { merged, steps } = await call(duplicateMerge, { groups: ids });
      const takeBack = async () => {
        try {
          await call(hygieneUndo, { steps });
          toast.success("The merge was taken back");
        } catch (error) {
          toastProblem("The merge could not be taken back", error);
        }
        await settle();
      };
      toast.success(`${formatCount(merged)} merged`, {
        description: "Who said each, and how often, is kept.",
        duration: 10_000,
        ...(steps.length > 0 ? { action: undoing(takeBack) } : {}),
      });
    }, "They could not be merged");
  const callDifferent = (groups: readonly Duplicate[]) =>
    act(async () => {
      const pairs = groups.flatMap(({ memories: [one, other] }) => {
        if (one && other) return [{ one: one.id, other: other.id }];
        return [];
      });
      await call(duplicateDismiss, { pairs });
      const takeBack = async () => {
        await call(duplicateDismiss, { pairs, distinct: false }).catch((error: unknown) =>
          toastProblem("It could not be taken back", error),
        );
        await settle();
      };
      toast.success(
        pairs.length === 1 ? "Called different" : `${formatCount(pairs.length)} pairs called different`,
        {
          description: "They are not suspected again.",
          duration: 10_000,
          action: undoing(takeBack),
        },
      );
    }, "They could not be called different");

  useShortcuts(
    can_write
      ? [
          ...(chosen.length > 0
            ? [{ keys: "m", label: "Merge what is selected", run: () => void merge(chosen) }]
            : []),
          { keys: "u", label: "Undo the last decision", run: () => void undoLatest() },
        ]
      : [],
    title,
  );
  return (
    <QueueFrame
      title={title}
      shown={shown}
      selected={selected}
      onSelect={can_write ? select : null}
      onClose={onClose}
      actions={
        <>
          <Button size="sm" variant="primary" busy={busy} onClick={() => void merge(chosen)}>
            Merge
          </Button>
          {kind === "near" && (
            <Button size="sm" busy={busy} onClick={() => void callDifferent(chosen)}>
              They are different
            </Button>
          )}
        </>
      }
      problem={problem}
      page={query.data}
      emptied={emptied}
      refreshing={query.isPlaceholderData}
      pages={pages}
      empty={
        <EmptyState icon={CircleCheck} title="Nothing says the same twice">
          {kind === "near"
            ? "Memories are compared when they are embedded; pairs that are alike appear here."
            : "What is stored again in the same words is counted as an observation, so this stays rare."}
        </EmptyState>
      }
    >
      <ol aria-label={title} className="flex flex-col gap-3">
        {items.map((item) => (
          <Group
            key={keyOf(item)}
            item={item}
            selected={selected.has(keyOf(item))}
            onToggle={can_write ? () => toggle(keyOf(item)) : null}
          />
        ))}
      </ol>
    </QueueFrame>
  );
}

function Group({
  item,
  selected,
  onToggle,
}: {
  item: Duplicate;
  selected: boolean;
  onToggle: (() => void) | null;
}) {
  const { memories, similarity, safe } = item;
  return (
    <li className="relative flex gap-2.5 rounded-md border bg-card px-3 py-2.5">
      {onToggle !== null && (
        <Checkbox
          aria-label={`Select: ${memories[0]?.statement.slice(0, 80)}`}
          checked={selected}
          onCheckedChange={onToggle}
          className="mt-0.5"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
          {similarity === null ? (
            "word for word"
          ) : (
            <span className="tabular-nums" title="Cosine of their vectors">
              {similarity.toFixed(3)} alike
            </span>
          )}
          {!safe && (
            <Badge
              tone="warn"
              title="A number, a name, a negation or an opposite is in one and not in the other."
            >
              differs in a word that matters
            </Badge>
          )}
        </p>
        <ol className="flex flex-col gap-2">
          {memories.map((memory, index) => (
            <li key={memory.id} className="min-w-0">
              <Link
                href={`/memories/${memory.id}`}
                dir="auto"
                className="line-clamp-2 text-sm underline-offset-4 wrap-anywhere hover:underline"
              >
                {memory.statement}
              </Link>
              <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
                {index === 0 && <span className="font-medium text-foreground">would be kept</span>}
                <MemoryReach memory={memory} />
                <Actor actor={memory.created_by} />
                <RelativeTime at={memory.created_at} />
                <span>observed {formatCount(memory.observation_count)}×</span>
                <QualityBar quality={memory.quality} />
              </p>
            </li>
          ))}
        </ol>
      </div>
    </li>
  );
}
