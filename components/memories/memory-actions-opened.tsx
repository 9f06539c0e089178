"use client";

import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { Opened } from "@/components/ui/on-demand";
import type { Action } from "./memory-actions";

/** What can be done with a memory more rarely. */
export function MemoryActionsOpened({ actions, trigger }: { actions: readonly Action[] } & Opened) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {actions.map(({ key, label, icon, run, tone }, index) => (
          <span key={key} className="contents">
            {tone === "danger" && index > 0 && <DropdownMenuSeparator />}
            <DropdownMenuItem tone={tone === "danger" ? tone : undefined} onSelect={() => void run()}>
              {icon}
              {label}
            </DropdownMenuItem>
          </span>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
