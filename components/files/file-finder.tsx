"use client";

import { useQuery } from "@tanstack/react-query";
import { File } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { useDeferredValue, useState } from "react";
import { useProblemText } from "@/components/pieces/problem";
import { Command, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { overlayClasses } from "@/components/ui/dialog-opened";
import { useMessages } from "@/components/ui/messages";
import { ReturningContent } from "@/components/ui/returning-content";
import { repositoryPathList } from "@/lib/citations/contract";
import { listQuery } from "@/lib/doors/client";
import { counts } from "@/messages/compiled/counts";
import { files } from "@/messages/compiled/files";
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
  const t = useMessages(files);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClasses} />
        <ReturningContent
          aria-describedby={undefined}
          className="-translate-x-1/2 fade-in-0 fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl animate-in overflow-hidden rounded-lg border bg-popover shadow-float duration-100"
        >
          <Dialog.Title className="sr-only">{t("find")}</Dialog.Title>
          <Finder repository_id={repository_id} place={place} onGone={() => onOpenChange(false)} />
        </ReturningContent>
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
  const t = useMessages(files);
  const [typed, setTyped] = useState("");
  const { query, lines } = readTyped(useDeferredValue(typed));
  const found = useQuery({
    ...listQuery(repositoryPathList, { repository_id, query, ref: place.at ?? undefined }),
    enabled: query !== "",
  });
  const items = query === "" ? [] : (found.data?.items ?? []);
  return (
    <Command label={t("find")} shouldFilter={false} loop>
      <CommandInput value={typed} onValueChange={setTyped} placeholder={t("find_hint")} />
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
        <Found query={query} found={found} shown={items.length} />
      </p>
    </Command>
  );
}

/** What came of the search, in words. */
function Found({
  query,
  found,
  shown,
}: {
  query: string;
  found: { error: Error | null; data?: { total: number } };
  shown: number;
}) {
  const t = useMessages(files);
  const countsOf = useMessages(counts);
  const textOf = useProblemText();
  if (query === "") return t("find_empty");
  if (found.error !== null) return textOf(found.error);
  if (!found.data) return t("find_searching");
  const { total } = found.data;
  if (total === 0) return t("find_none");
  if (total > shown) return t("find_best", { shown, total });
  return countsOf("files", { count: total });
}
