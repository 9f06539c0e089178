"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { lists } from "@/messages/compiled/lists";

export type FilterChip<Key extends string> = { key: Key; word: string; value: string; mono?: boolean };

/** Filters that no other control shows, each with a way to take it away. Nothing when there is none. */
export function FilterChips<Key extends string>({
  chips,
  onRemove,
  className,
}: {
  chips: readonly FilterChip<Key>[];
  onRemove: (key: Key) => void;
  className?: string;
}) {
  const t = useMessages(lists);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t("more_filters")} className={cn("flex flex-wrap gap-2", className)}>
      {chips.map(({ key, word, value, mono }) => (
        <li key={key} className="min-w-0 max-w-full">
          <Button size="sm" onClick={() => onRemove(key)} title={t("remove_filter")}>
            <span className="text-muted-foreground">{word}</span>
            <span className={cn("max-w-64 truncate", mono && "font-mono text-xs")}>{value}</span>
            <X aria-hidden />
            <span className="sr-only">{t("remove_filter")}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
