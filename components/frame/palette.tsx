"use client";

import { Braces, FolderGit2, Keyboard, LogOut, Moon, Search, Sun, Zap } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { Command, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { overlayClasses } from "@/components/ui/dialog";
import { Keys } from "@/components/ui/kbd";
import { useShortcutList } from "@/components/ui/shortcuts";
import { leave } from "./me-menu";
import { MODULES, moduleHref } from "./modules";
import type { FrameRepository } from "./repository-switcher";
import { GENERAL_GROUP } from "./shortcuts";
import { useRepository } from "./use-repository";

// Moving and opening make no sense once the palette has the focus.
const NOT_ACTIONS = new Set(["j", "k", "x", "Enter", "Escape"]);

/** Everything within reach of the keyboard: sections, a search of the memories, this screen's actions, repositories, theme. */
export function Palette({
  open,
  onOpenChange,
  onShowShortcuts,
  repositories,
  repository,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowShortcuts: () => void;
  repositories: readonly FrameRepository[];
  repository: string | null;
}) {
  const router = useRouter();
  const { resolvedTheme, setTheme } = useTheme();
  const [, setRepository] = useRepository();
  const [query, setQuery] = useState("");
  const shortcuts = useShortcutList();
  const actions = shortcuts.filter(({ group, keys }) => group !== GENERAL_GROUP && !NOT_ACTIONS.has(keys));
  const dark = resolvedTheme === "dark";

  const change = (next: boolean) => {
    if (!next) setQuery("");
    onOpenChange(next);
  };
  const after = (action: () => void) => () => {
    change(false);
    action();
  };
  const search = () => {
    const parameters = new URLSearchParams();
    if (query.trim() !== "") parameters.set("q", query.trim());
    if (repository !== null) parameters.set("repository", repository);
    router.push(parameters.size === 0 ? "/memories" : `/memories?${parameters}`);
  };

  return (
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClasses} />
        <Dialog.Content
          aria-describedby={undefined}
          className="-translate-x-1/2 fade-in-0 fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl animate-in overflow-hidden rounded-lg border bg-popover shadow-float duration-100"
        >
          <Dialog.Title className="sr-only">Go to, search or do</Dialog.Title>
          <Command label="Go to, search or do" loop>
            <CommandInput
              value={query}
              onValueChange={setQuery}
              placeholder="Go to, search memories, do something"
            />
            <CommandList className="max-h-[60vh]">
              {/* Always first and always there: the input points at the chosen item, which filtering must not take away. */}
              <CommandGroup forceMount heading="Memories">
                <CommandItem forceMount value="search memories" onSelect={after(search)}>
                  <Search aria-hidden />
                  <span className="min-w-0 truncate">
                    Search memories
                    {query.trim() !== "" && (
                      <>
                        {" for "}
                        <span className="font-medium">{query.trim()}</span>
                      </>
                    )}
                  </span>
                </CommandItem>
              </CommandGroup>
              {actions.length > 0 && (
                <CommandGroup heading="On this screen">
                  {actions.map((action) => (
                    <CommandItem
                      key={`${action.group} ${action.keys}`}
                      value={`${action.label} ${action.keys}`}
                      onSelect={after(action.run)}
                    >
                      <Zap aria-hidden />
                      <span className="flex-1">{action.label}</span>
                      <Keys keys={action.keys} />
                    </CommandItem>
                  ))}
                </CommandGroup>
              )}
              <CommandGroup heading="Go to">
                {MODULES.map((module) => {
                  const Icon = module.icon;
                  return (
                    <CommandItem
                      key={module.key}
                      value={`Go to ${module.label}`}
                      onSelect={after(() => router.push(moduleHref(module.href, repository)))}
                    >
                      <Icon aria-hidden />
                      <span className="flex-1">{module.label}</span>
                      <Keys keys={module.jump} />
                    </CommandItem>
                  );
                })}
                <CommandItem value="Go to API documentation" onSelect={after(() => router.push("/api/docs"))}>
                  <Braces aria-hidden />
                  API documentation
                </CommandItem>
              </CommandGroup>
              {repositories.length > 0 && (
                <CommandGroup heading="Repository">
                  {[{ id: "", name: null }, ...repositories].map(({ id, name }) => (
                    <CommandItem
                      key={id}
                      value={`Repository ${name ?? "all"}`}
                      onSelect={after(() => void setRepository(name))}
                    >
                      <FolderGit2 aria-hidden />
                      <span className="min-w-0 truncate">{name ?? "All repositories"}</span>
                    </CommandItem>
                  ))}
                </CommandGroup>
              )}
              <CommandGroup heading="Casebook">
                <CommandItem
                  value="Theme: light dark"
                  onSelect={after(() => setTheme(dark ? "light" : "dark"))}
                >
                  {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
                  {dark ? "Use the light theme" : "Use the dark theme"}
                </CommandItem>
                <CommandItem value="Keyboard shortcuts" onSelect={after(onShowShortcuts)}>
                  <Keyboard aria-hidden />
                  <span className="flex-1">Keyboard shortcuts</span>
                  <Keys keys="?" />
                </CommandItem>
                <CommandItem value="Sign out" onSelect={after(leave)}>
                  <LogOut aria-hidden />
                  Sign out
                </CommandItem>
              </CommandGroup>
            </CommandList>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
