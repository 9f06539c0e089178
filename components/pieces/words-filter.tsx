"use client";

import { useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { useShortcuts } from "@/components/ui/shortcuts";

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
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(q ?? "");
  useShortcuts([
    { keys: "/", label: "Search by words", run: () => form.current?.querySelector("input")?.focus() },
  ]);
  useEffect(() => setText(q ?? ""), [q]);
  const apply = () => {
    const next = text.trim() === "" ? null : text.trim();
    if (next !== q) onChange(next);
  };
  return (
    <form
      ref={form}
      className={cn("w-64 max-sm:w-full", className)}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
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
