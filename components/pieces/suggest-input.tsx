"use client";

import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useId } from "react";
import { Input } from "@/components/ui/input";
import { useSettled } from "@/components/ui/use-settled";
import { operationQuery } from "@/lib/doors/client";
import { globalSearch, type SearchKind } from "@/lib/upkeep/contract";

const SETTLED_MS = 150;
const SHOWN = 10;

/** An input that completes names which the server knows; anything else may be typed all the same. */
export function SuggestInput({
  value,
  onValue,
  kind,
  fixed = [],
  isList = false,
  ...props
}: {
  value: string;
  onValue: (value: string) => void;
  /** What is looked for on the server; null: nothing but the fixed names. */
  kind: Extract<SearchKind, "repository" | "agent" | "file"> | null;
  /** Names that are always offered. */
  fixed?: readonly string[];
  /** Several names, parted by spaces: the last one is completed. */
  isList?: boolean;
} & Omit<ComponentProps<typeof Input>, "value" | "onChange" | "list">) {
  const id = useId();
  const before = isList ? value.slice(0, value.search(/\S*$/)) : "";
  const asked = useSettled(value.slice(before.length).trim(), SETTLED_MS);
  const { data } = useQuery({
    ...operationQuery(globalSearch, { q: asked, kinds: [kind ?? "repository"], limit: SHOWN }),
    enabled: kind !== null && asked !== "",
    retry: false,
  });
  const found = data?.groups.flatMap(({ items }) => items.map(({ title }) => title)) ?? [];
  const names = [...new Set([...fixed, ...found])];
  return (
    <>
      <Input
        {...props}
        autoComplete="off"
        list={id}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={`${before}${name}`} />
        ))}
      </datalist>
    </>
  );
}
