"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useMe } from "./use-me";

/** Before the names of all drafts in the browser's storage; then whose they are. */
const PREFIX = "casebook.draft.";

/** Where a browser refuses to store anything, drafts last as long as the page. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

function stored(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return unstored.get(name) ?? null;
  }
}

function store(name: string, text: string | null): void {
  try {
    if (text === null) window.localStorage.removeItem(name);
    else window.localStorage.setItem(name, text);
  } catch {
    if (text === null) unstored.delete(name);
    else unstored.set(name, text);
  }
  for (const listener of listeners) listener();
}

/** Calls back when a draft changes, here or in another tab. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function parsed<T>(isDraft: (value: unknown) => value is T, text: string | null): T | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * What a person has written and not sent yet. It is kept in this browser until it is cleared, so it survives navigation,
 * reloads and an ended login, and is the same in every tab. Null: nothing was written, or what is stored is not readable.
 *
 * @param name of what it is about: `proposal.<id>`; null where nothing is to be kept.
 * @param isDraft whether what is stored is one: an earlier version may have stored something else.
 */
export function useDraft<T>(name: string | null, isDraft: (value: unknown) => value is T) {
  const { me } = useMe();
  const key = name === null || me === null ? null : `${PREFIX}${me.id}.${name}`;
  const text = useSyncExternalStore(
    subscribe,
    () => (key === null ? null : stored(key)),
    () => null,
  );
  const draft = useMemo(() => parsed(isDraft, text), [isDraft, text]);
  const setDraft = useCallback(
    (next: T | null) => {
      if (key !== null) store(key, next === null ? null : JSON.stringify(next));
    },
    [key],
  );
  return [draft, setDraft] as const;
}

/** Forgets every draft of this browser: who signs out leaves nothing behind. */
export function forgetDrafts(): void {
  unstored.clear();
  try {
    for (const name of Object.keys(window.localStorage))
      if (name.startsWith(PREFIX)) window.localStorage.removeItem(name);
  } catch {
    // Nothing was stored either.
  }
}
