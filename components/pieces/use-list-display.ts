"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useSyncExternalStore } from "react";
import { isRecord } from "./kept";
import { useMe } from "./use-me";
import { DENSITIES, type Density, hiddenIn, NOTHING_HIDDEN } from "./view-query";

type Kept = { hide?: string; density?: Density };

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function readKept(key: string): string {
  try {
    return localStorage.getItem(key) ?? "{}";
  } catch {
    // The browser keeps nothing for this page.
    return "{}";
  }
}

function keep(key: string, kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // It holds while the address says it.
  }
  for (const listener of listeners) listener();
}

function toKept(text: string): Kept {
  try {
    const kept: unknown = JSON.parse(text);
    if (!isRecord(kept)) return {};
    return {
      hide: typeof kept.hide === "string" ? kept.hide : undefined,
      density: DENSITIES.find((density) => density === kept.density),
    };
  } catch {
    return {};
  }
}

export type ListDisplay = ReturnType<typeof useListDisplay>;

/** Which columns of a list are hidden and how high its rows are: as the address says, else as this person last chose here. */
export function useListDisplay(name: string, columns: readonly string[], usual: Density) {
  const { me } = useMe();
  const key = `casebook.list.${me?.id ?? "nobody"}.${name}`;
  const [said, say] = useQueryStates({
    hide: parseAsString,
    density: parseAsStringLiteral(DENSITIES),
    group: parseAsString,
  });
  const kept = toKept(
    useSyncExternalStore(
      subscribe,
      () => readKept(key),
      () => "{}",
    ),
  );
  const hidden = hiddenIn(said.hide ?? kept.hide ?? "", columns);
  const density: Density = said.density ?? kept.density ?? usual;
  const change = (next: { hidden?: readonly string[]; density?: Density }) => {
    const now = {
      hide: (next.hidden ?? hidden).join(",") || NOTHING_HIDDEN,
      density: next.density ?? density,
    };
    keep(key, now);
    void say(now);
  };
  return {
    hidden,
    density,
    change,
    group: said.group,
    changeGroup: (group: string | null) => void say({ group }),
  };
}
