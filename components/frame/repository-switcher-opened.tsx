"use client";

import { Check } from "lucide-react";
import { useState } from "react";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { frame } from "@/messages/compiled/frame";
import { frameMenus } from "@/messages/compiled/frame-menus";
import type { FrameRepository } from "./repository-switcher";
import { useRepository } from "./use-repository";

/** The repositories to choose from, below the button that opens them. */
export function RepositorySwitcherOpened({
  repositories,
  current,
  trigger,
}: {
  repositories: readonly FrameRepository[];
  current: string | null;
} & Opened) {
  const t = useMessages(frameMenus);
  const all = useMessages(frame)("all_repositories");
  const [open, setOpen] = useState(true);
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
            <CommandEmpty>{t("no_repository")}</CommandEmpty>
            <CommandItem value={all} onSelect={() => choose(null)}>
              <span className="flex-1">{all}</span>
              {current === null && <Check aria-hidden className="text-primary!" />}
            </CommandItem>
            {repositories.map((repository) => (
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
