"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { File } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { useDeferredValue, useState } from "react";
import { countOf, formatCount } from "@/components/pieces/format";
import { problemText } from "@/components/pieces/problem";
import { Command, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { overlayClasses } from "@/components/ui/dialog";
import { repositoryPathList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { readTyped } from "./typed-path";
import type { PlaceOf } from "./use-place";

/** Opens a file by some letters of its path, and lines of it by a colon and their numbers. */
export function FileFinder({
  repository_id,
  place,
  open,
  onOpenChange,
}: {
  repository_id: string;
  place: PlaceOf;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClasses} />
        <Dialog.Content
          aria-describedby={undefined}
          className="-translate-x-1/2 fade-in-0 fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl animate-in overflow-hidden rounded-lg border bg-popover shadow-float duration-100"
        >
          <Dialog.Title className="sr-only">Find a file</Dialog.Title>
          <Finder repository_id={repository_id} place={place} onGone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({
  repository_id,
  place,
  onGone,
}: {
  repository_id: string;
  place: PlaceOf;
  onGone: () => void;
}) {
  const [typed, setTyped] = useState("");
  const { query, lines } = readTyped(useDeferredValue(typed));
  const found = useQuery({
    ...operationQuery(repositoryPathList, { repository_id, query, ref: place.at ?? undefined }),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const items = query === "" ? [] : (found.data?.items ?? []);
  return (
    <Command label="Find a file" shouldFilter={false} loop>
      <CommandInput
        value={typed}
        onValueChange={setTyped}
        placeholder="Letters of the path, such as srvord or orders.ts:12-18"
      />
      <CommandList className="max-h-[60vh]">
        {items.map(({ path }) => (
          <CommandItem
            key={path}
            value={path}
            onSelect={() => {
              place.go({ path, lines, mark: null });
              onGone();
            }}
          >
            <File aria-hidden />
            <span className="min-w-0 truncate font-mono text-xs" title={path}>
              {path}
            </span>
          </CommandItem>
        ))}
      </CommandList>
      <p role="status" className="border-t px-3 py-2 text-muted-foreground text-xs">
        {stateOf({ query, found, shown: items.length })}
      </p>
    </Command>
  );
}

function stateOf({
  query,
  found,
  shown,
}: {
  query: string;
  found: { error: Error | null; data?: { total: number } };
  shown: number;
}): string {
  if (query === "") return "Type letters of the path, in order.";
  if (found.error !== null) return problemText(found.error);
  if (!found.data) return "Searching";
  const { total } = found.data;
  if (total === 0) return "No file of this commit has these letters in its path.";
  if (total > shown)
    return `The ${formatCount(shown)} best matches of ${formatCount(total)} files are shown.`;
  return countOf(total, "file", "files");
}
