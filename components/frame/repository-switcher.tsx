"use client";

import { Check, ChevronsUpDown, FolderGit2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useRepository } from "./use-repository";

export type FrameRepository = { id: string; name: string };

const ALL = "All repositories";

/** Chooses the repository every screen looks at; the choice is the URL parameter `repository`. */
export function RepositorySwitcher({
  repositories,
  current,
}: {
  repositories: readonly FrameRepository[];
  current: string | null;
}) {
  const [open, setOpen] = useState(false);
  const [, setRepository] = useRepository();
  const choose = (name: string | null) => {
    setOpen(false);
    void setRepository(name);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" className="min-w-0 shrink px-2" aria-label={`Repository: ${current ?? ALL}`}>
          <FolderGit2 aria-hidden className="text-muted-foreground" />
          <span className={current ? "truncate font-mono text-xs" : "truncate"}>{current ?? ALL}</span>
          <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" className="w-72 p-0">
        <Command label="Choose a repository">
          <CommandInput placeholder="Find a repository" />
          <CommandList>
            <CommandEmpty>No repository has this name.</CommandEmpty>
            <CommandItem value={ALL} onSelect={() => choose(null)}>
              <span className="flex-1">{ALL}</span>
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
