import { CornerDownRight } from "lucide-react";
import { CommandGroup } from "@/components/ui/command";
import { ApiError } from "@/lib/doors/client";
import type { SearchGroup } from "@/lib/upkeep/contract";
import { PaletteItem } from "./palette-item";
import { PALETTE_KINDS } from "./palette-kinds";

/** What the server found, grouped by kind; at the end of each group the way to its list. */
export function FoundGroups({
  groups,
  words,
  q,
  onGo,
}: {
  groups: readonly SearchGroup[];
  words: readonly string[];
  q: string;
  onGo: (href: string) => void;
}) {
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ kind, items, more }) => {
      const { label, icon, href, list } = PALETTE_KINDS[kind];
      return (
        <CommandGroup key={kind} heading={label}>
          {items.map((hit) => (
            <PaletteItem
              key={`${hit.repository} ${hit.id}`}
              value={`${kind} ${hit.repository} ${hit.id}`}
              icon={icon}
              title={hit.title}
              detail={hit.detail}
              end={kind === "repository" ? undefined : (hit.repository ?? undefined)}
              words={words}
              onSelect={() => onGo(href(hit))}
            />
          ))}
          <PaletteItem
            value={`all of ${kind}`}
            icon={CornerDownRight}
            title={`Show all in ${label}`}
            end={more ? "more exist" : undefined}
            words={[]}
            onSelect={() => onGo(list(q))}
          />
        </CommandGroup>
      );
    });
}

/** How much was found, for people who do not see it come. */
export function foundWords(groups: readonly SearchGroup[], isSearching: boolean): string {
  if (isSearching) return "Searching…";
  const filled = groups.filter(({ items }) => items.length > 0);
  if (filled.length === 0) return "Nothing found.";
  const counts = filled.map(
    ({ kind, items, more }) => `${items.length}${more ? " or more" : ""} in ${PALETTE_KINDS[kind].label}`,
  );
  return `Found: ${counts.join(", ")}.`;
}

/** What could not be searched; the rest was. */
export function problemWords(groups: readonly SearchGroup[], error: Error | null): string {
  if (error !== null) {
    const why = error instanceof ApiError ? error.message : "The server does not answer.";
    return `Stored data could not be searched: ${why} Screens, settings and actions are still found.`;
  }
  const missing = groups.filter(({ problem }) => problem !== null);
  if (missing.length === 0) return "";
  const labels = missing.map(({ kind }) => PALETTE_KINDS[kind].label).join(", ");
  if (missing.every(({ problem }) => problem === "late"))
    return `Not searched in time: ${labels}. More words make the search faster.`;
  return `Could not be searched: ${labels}. The other kinds were searched.`;
}
