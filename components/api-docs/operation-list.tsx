"use client";

import { type KeyboardEvent, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { apiDocs } from "@/messages/compiled/api-docs";
import { type ApiDocument, type Entry, groupByTag, matches, UNTAGGED } from "./document";
import { Method } from "./method";

/** The operations by tag, with a search over them. The arrow keys go through what it leaves. */
export function OperationList({
  document,
  entries,
  shown,
  search,
  onSearch,
  onShow,
  className,
}: {
  document: ApiDocument;
  entries: readonly Entry[];
  /** The id of the operation beside the list. */
  shown: string | null;
  search: string;
  onSearch: (search: string) => void;
  onShow: (id: string) => void;
  className?: string;
}) {
  const t = useMessages(apiDocs);
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: "/", label: t("search"), run: () => field.current?.focus() }]);
  const found = entries.filter((entry) => matches(entry, search.trim()));
  return (
    <nav
      ref={box}
      aria-label={t("operations")}
      onKeyDown={(event) => moveFocus(event, box.current)}
      className={cn(
        "border-r bg-sunken lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto max-lg:border-r-0",
        className,
      )}
    >
      <div className="sticky top-0 z-1 border-b bg-sunken p-3">
        <Input
          ref={field}
          type="search"
          aria-label={t("search")}
          placeholder={t("search_placeholder")}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
        <p role="status" className="mt-1.5 text-muted-foreground text-xs">
          {found.length === entries.length
            ? t("count", { count: found.length })
            : t("count_of", { found: found.length, count: entries.length })}
        </p>
      </div>
      {groupByTag(document, found).map((group) => (
        <section key={group.tag} aria-labelledby={`tag-${group.tag}`} className="px-1.5 py-2">
          <h2 id={`tag-${group.tag}`} className="px-2 py-1 font-medium text-muted-foreground text-xs">
            {group.tag === UNTAGGED ? t("other_operations") : group.tag}
          </h2>
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.id}>
                <a
                  href={`?operation=${encodeURIComponent(entry.id)}`}
                  aria-current={entry.id === shown ? "page" : undefined}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    onShow(entry.id);
                  }}
                  className={cn(
                    "flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-sm hover:bg-accent",
                    entry.id === shown && "bg-accent font-medium",
                  )}
                >
                  <span className="min-w-0 flex-1 wrap-anywhere">{entry.id}</span>
                  <Method method={entry.method} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Up and down from the search into the list and along it. */
function moveFocus(event: KeyboardEvent, box: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || box === null) return;
  const stops = [...box.querySelectorAll<HTMLElement>("input, a")];
  const at = stops.findIndex((stop) => stop.matches(":focus"));
  const next = stops[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
