"use client";

import { useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { lists } from "@/messages/compiled/lists";
import { useTypedFilter } from "./use-typed-filter";

const MAX = 1_000;

/** A list's filter by words; it is applied on Enter or on leaving, so that typing does not ask at every key. */
export function WordsFilter({
  label,
  placeholder,
  q,
  onChange,
  className,
}: {
  label: string;
  placeholder: string;
  q: string | null;
  onChange: (q: string | null) => void;
  className?: string;
}) {
  const t = useMessages(lists);
  const form = useRef<HTMLFormElement>(null);
  const { text, setText, apply, onSubmit } = useTypedFilter(q, onChange);
  useShortcuts([
    {
      keys: "/",
      label: t("search_by_words"),
      run: () => form.current?.querySelector("input")?.focus(),
    },
  ]);
  return (
    <form
      ref={form}
      className={cn("w-64 max-sm:w-full", className)}
      onSubmit={(event) => {
        onSubmit(event);
        // The keys of the list are the list's again.
        form.current?.querySelector("input")?.blur();
      }}
    >
      <Input
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        maxLength={MAX}
        value={text}
        className="h-7 text-sm"
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
      />
    </form>
  );
}
