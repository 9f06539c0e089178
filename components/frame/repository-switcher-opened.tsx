"use client";

import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { readProblem } from "@/components/pieces/problem";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { repositoryNames } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { frame } from "@/messages/compiled/frame";
import { frameMenus } from "@/messages/compiled/frame-menus";
import { useRepository } from "./use-repository";

/** The repositories to choose from, below the button that opens them. */
export function RepositorySwitcherOpened({ current, trigger }: { current: string | null } & Opened) {
  const t = useMessages(frameMenus);
  const all = useMessages(frame)("all_repositories");
  const [open, setOpen] = useState(true);
  const reading = useQuery(operationQuery(repositoryNames, {}));
  const problem = readProblem(t("repositories_unreadable"), reading);
  const [, setRepository] = useRepository();
  const choose = (name: string | null) => {
    setOpen(false);
    void setRepository(name);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="start" className="w-72 p-0">
        <Command label={t("choose_repository")}>
          <CommandInput placeholder={t("find_repository")} />
          <CommandList>
            {problem !== null && <ErrorState {...problem} className="m-2" />}
            {reading.isPending && <Skeleton className="m-2 h-5" />}
            {reading.isSuccess && <CommandEmpty>{t("no_repository")}</CommandEmpty>}
            <CommandItem value={all} onSelect={() => choose(null)}>
              <span className="flex-1">{all}</span>
              {current === null && <Check aria-hidden className="text-primary!" />}
            </CommandItem>
            {reading.data?.items.map((repository) => (
              <CommandItem
                key={repository.id}
                value={repository.name}
                onSelect={() => choose(repository.name)}
              >
                <span className="min-w-0 flex-1 truncate font-mono text-xs">{repository.name}</span>
                {current === repository.name && <Check aria-hidden className="text-primary!" />}
              </CommandItem>
            ))}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  );
}
