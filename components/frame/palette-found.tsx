import { CornerDownRight } from "lucide-react";
import { CommandGroup } from "@/components/ui/command";
import { useMessages } from "@/components/ui/messages";
import { ApiError } from "@/lib/doors/client";
import type { SearchGroup } from "@/lib/upkeep/contract";
import { framePalette } from "@/messages/compiled/frame-palette";
import type { Translate } from "@/messages/message";
import { PaletteItem } from "./palette-item";
import { PALETTE_KINDS } from "./palette-kinds";

type Words = Translate<typeof framePalette>;

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
  const t = useMessages(framePalette);
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ kind, items, more }) => {
      const { icon, href, list } = PALETTE_KINDS[kind];
      const label = t(PALETTE_KINDS[kind].label);
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
            title={t("show_all", { kind: label })}
            end={more ? t("more_exist") : undefined}
            words={[]}
            onSelect={() => onGo(list(q))}
          />
        </CommandGroup>
      );
    });
}

/** How much was found, for people who do not see it come. */
export function foundWords(t: Words, groups: readonly SearchGroup[], isSearching: boolean): string {
  if (isSearching) return t("searching");
  const filled = groups.filter(({ items }) => items.length > 0);
  if (filled.length === 0) return t("nothing_found");
  const counts = filled.map(({ kind, items, more }) =>
    t(more ? "found_more_in" : "found_in", { count: items.length, kind: t(PALETTE_KINDS[kind].label) }),
  );
  return t("found", { counts: counts.join(", ") });
}

/** What could not be searched; the rest was. */
export function problemWords(t: Words, groups: readonly SearchGroup[], error: Error | null): string {
  if (error !== null) {
    const why = error instanceof ApiError ? error.message : t("no_answer");
    return t("not_searched", { why });
  }
  const missing = groups.filter(({ problem }) => problem !== null);
  if (missing.length === 0) return "";
  const kinds = missing.map(({ kind }) => t(PALETTE_KINDS[kind].label)).join(", ");
  if (missing.every(({ problem }) => problem === "late")) return t("late", { kinds });
  return t("unsearchable", { kinds });
}
