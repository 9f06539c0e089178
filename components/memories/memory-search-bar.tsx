"use client";
import { Search, X } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { useMessages } from "@/components/ui/messages";
import { limitsOf } from "@/lib/doors/client";
import { MEMORY_SORTS, memorySearch } from "@/lib/memories/contract";
import { memories } from "@/messages/compiled/memories";
import type { PlainKey } from "@/messages/message";
import type { MemoryParameters } from "./filters";

const SORT_WORDS = {
  kind: "sort_kind",
  refreshed_at: "sort_refreshed_at",
  created_at: "sort_created_at",
  quality: "sort_quality",
  status_since: "sort_status_since",
  usage_count: "sort_usage_count",
  reach: "sort_reach",
} as const satisfies Record<(typeof MEMORY_SORTS)[number], PlainKey<typeof memories>>;

export function SearchBox({
  box,
  value,
  onType,
}: {
  box: RefObject<HTMLInputElement | null>;
  value: string;
  onType: (value: string) => void;
}) {
  const t = useMessages(memories);
  return (
    <div className="relative min-w-0 flex-1 basis-72">
      <Search aria-hidden className="-translate-y-1/2 absolute top-1/2 left-3 size-4 text-muted-foreground" />
      <Input
        ref={box}
        type="search"
        aria-label={t("search")}
        placeholder={t("search_hint")}
        value={value}
        maxLength={limitsOf(memorySearch, "query").maxLength}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") box.current?.blur();
        }}
        className="h-10 pr-9 pl-9 text-base [&::-webkit-search-cancel-button]:hidden"
      />
      {value === "" && (
        <span aria-hidden className="-translate-y-1/2 absolute top-1/2 right-3 max-sm:hidden">
          <Kbd>/</Kbd>
        </span>
      )}
      {value !== "" && (
        <Button
          variant="ghost"
          size="icon_sm"
          aria-label={t("clear_search")}
          className="-translate-y-1/2 absolute top-1/2 right-1.5"
          onClick={() => {
            onType("");
            box.current?.focus();
          }}
        >
          <X aria-hidden />
        </Button>
      )}
    </div>
  );
}

type Sort = MemoryParameters["sort"];

/** As they are offered: the order that the list begins with comes first. */
const SORTS_SHOWN = MEMORY_SORTS.toSorted((a, b) => Number(b === "kind") - Number(a === "kind"));

/** The order of the list; a search has its own. */
export function Order({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  const t = useMessages(memories);
  return (
    <Choose
      value={value}
      options={SORTS_SHOWN.map((sort) => ({ value: sort, label: t(SORT_WORDS[sort]) }))}
      onChoose={onChange}
      aria-label={t("order")}
      className="h-10 min-w-40"
    />
  );
}

export function SuggestedNote({ may_decide }: { may_decide: boolean }) {
  const t = useMessages(memories);
  return (
    <p className="mb-3 max-w-prose text-pretty text-muted-foreground text-sm">
      {t(may_decide ? "suggested_note_to_decide" : "suggested_note")}
    </p>
  );
}
