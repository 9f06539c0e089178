"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, File, FileSymlink, Folder, FolderGit2, type LucideIcon } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useProblemText } from "@/components/pieces/problem";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { type RepositoryEntry, repositoryTreeList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { files } from "@/messages/compiled/files";
import { treeInput } from "./parameters";
import { PlaceLink } from "./place-link";
import { addressProblem } from "./unread";
import type { PlaceOf } from "./use-place";

export const ENTRY_ICONS: Record<RepositoryEntry["kind"], LucideIcon> = {
  folder: Folder,
  file: File,
  symlink: FileSymlink,
  submodule: FolderGit2,
};

/** Each folder on the way to a path, the outermost first: `a`, `a/b` for `a/b/c`. */
export function foldersTo(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

type TreeOf = {
  repository_id: string;
  place: PlaceOf;
  unfolded: ReadonlySet<string>;
  onFold: (path: string, open: boolean) => void;
  onGone?: () => void;
};

/** Folders and files of a repository at a commit; folders are read when they are unfolded. */
export function Tree({
  repository_id,
  place,
  onGone,
}: {
  repository_id: string;
  place: PlaceOf;
  /** After something was opened. */
  onGone?: () => void;
}) {
  const t = useMessages(files);
  const { path } = place;
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => new Set([...foldersTo(path), path]));
  useEffect(() => {
    setUnfolded((known) => new Set([...known, ...foldersTo(path), path]));
  }, [path]);
  const onFold = (folder: string, open: boolean) => {
    const others = [...unfolded].filter((each) => each !== folder);
    setUnfolded(new Set(open ? [...others, folder] : others));
  };
  return (
    <nav aria-label={t("files")} onKeyDown={(event) => walk(event, onFold)} className="min-w-0 text-sm">
      <Branch
        repository_id={repository_id}
        place={place}
        unfolded={unfolded}
        onFold={onFold}
        onGone={onGone}
        folder=""
        depth={0}
      />
    </nav>
  );
}

const STEPS: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Keys move through the rows that are to be seen; right unfolds, left folds or goes to the folder around. */
function walk(event: KeyboardEvent<HTMLElement>, onFold: (path: string, open: boolean) => void): void {
  const { key, currentTarget, target } = event;
  if (event.metaKey || event.ctrlKey || event.altKey || !(target instanceof HTMLElement)) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>("[data-entry]")];
  const row = target.closest<HTMLElement>("[data-entry]");
  const at = row ? rows.indexOf(row) : -1;
  const step = STEPS[key];
  if (step !== undefined) {
    event.preventDefault();
    rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
    return;
  }
  const path = row?.dataset.entry;
  if (path === undefined || (key !== "ArrowRight" && key !== "ArrowLeft")) return;
  event.preventDefault();
  const folds = row?.dataset.unfolded;
  if (key === "ArrowRight" && folds !== undefined) onFold(path, true);
  if (key === "ArrowLeft" && folds === "true") onFold(path, false);
  else if (key === "ArrowLeft") rows.find(({ dataset }) => dataset.entry === foldersTo(path).at(-1))?.focus();
}

function Branch({ folder, depth, ...tree }: TreeOf & { folder: string; depth: number }) {
  const t = useMessages(files);
  const problemText = useProblemText();
  const { repository_id, place } = tree;
  const query = useQuery(
    operationQuery(repositoryTreeList, treeInput({ repository_id, path: folder, at: place.at })),
  );
  const indent = { paddingLeft: `${depth * 0.75 + 0.25}rem` };
  if (query.isError)
    return (
      <p style={indent} className="py-1 text-danger text-xs">
        {addressProblem(query.error) ?? problemText(query.error)}
      </p>
    );
  if (!query.data)
    return (
      <div aria-busy style={indent} className="flex flex-col gap-2 py-2">
        <span className="sr-only">{t("loading_folder")}</span>
        <Skeleton className="w-3/5" />
        <Skeleton className="w-2/5" />
      </div>
    );
  const { items, total } = query.data;
  return (
    <ul>
      {items.map((entry) => (
        <Entry key={`${entry.kind} ${entry.path}`} entry={entry} depth={depth} {...tree} />
      ))}
      {total > items.length && (
        <li style={indent} className="py-1 text-muted-foreground text-xs">
          <PlaceLink
            place={place}
            to={{ path: folder }}
            onGone={tree.onGone}
            className="underline underline-offset-4"
          >
            {t("more_entries", { count: total - items.length })}
          </PlaceLink>
        </li>
      )}
    </ul>
  );
}

function Entry({ entry, depth, ...tree }: TreeOf & { entry: RepositoryEntry; depth: number }) {
  const t = useMessages(files);
  const { place, unfolded, onFold, onGone } = tree;
  const { path, name, kind } = entry;
  const Icon = ENTRY_ICONS[kind];
  const folds = kind === "folder";
  const open = folds && unfolded.has(path);
  const current = place.path === path;
  return (
    <li>
      <div
        className={cn("flex min-h-7 min-w-0 items-center rounded-sm hover:bg-accent", current && "bg-accent")}
        style={{ paddingLeft: `${depth * 0.75}rem` }}
      >
        {folds ? (
          <button
            type="button"
            tabIndex={-1}
            aria-expanded={open}
            aria-label={t("expand", { name })}
            onClick={() => onFold(path, !open)}
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted-foreground hover:text-foreground"
          >
            <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", open && "rotate-90")} />
          </button>
        ) : (
          <span className="w-6 shrink-0" />
        )}
        <PlaceLink
          place={place}
          to={{ path }}
          onGone={() => {
            if (folds) onFold(path, true);
            else onGone?.();
          }}
          data-entry={path}
          data-unfolded={folds ? open : undefined}
          aria-current={current ? "page" : undefined}
          title={path}
          className="flex min-h-7 min-w-0 flex-1 items-center gap-1.5 rounded-sm pr-2"
        >
          <Icon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
          <span className={cn("min-w-0 truncate font-mono text-xs", current && "font-medium")}>{name}</span>
        </PlaceLink>
      </div>
      {open && <Branch folder={path} depth={depth + 1} {...tree} />}
    </li>
  );
}
