"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { ui } from "@/messages/compiled/ui";
import { useMessages } from "./messages";
import { createShortcutRegistry, type Shortcut, type ShortcutRegistry } from "./shortcut-registry";

export type { Shortcut } from "./shortcut-registry";

const ShortcutsContext = createContext<ShortcutRegistry | null>(null);

/** Listens once for the whole page; screens register what they offer with useShortcuts. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createShortcutRegistry);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => registry.handle(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [registry]);
  return <ShortcutsContext value={registry}>{children}</ShortcutsContext>;
}

/**
 * Offers keyboard shortcuts while the component is mounted and lists them in the cheatsheet under `group`, else as those
 * of this screen.
 * Notation: `j`, `?`, `Enter`, `g m` (one after the other within a second), `mod+k` (Command on Apple, Control elsewhere).
 * Ignored while the person types or a modal is open; of two for the same keys the one mounted last runs.
 */
export function useShortcuts(
  candidates: readonly (Shortcut & {
    /** Whether it is offered now; it is when this is absent. */
    when?: boolean;
  })[],
  group?: string,
): void {
  const registry = useContext(ShortcutsContext);
  const t = useMessages(ui);
  const heading = group ?? t("this_screen");
  const shortcuts = candidates.filter(({ when }) => when !== false);
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  // Registered again only when what the cheatsheet shows changes, not with every new closure.
  const signature = shortcuts.map(({ keys, label }) => `${keys}\n${label}`).join("\n\n");
  const listed = useMemo(() => {
    if (signature === "") return [];
    return signature.split("\n\n").map((entry, index) => {
      const [keys = "", label = ""] = entry.split("\n");
      return { keys, label, group: heading, run: () => latest.current[index]?.run() };
    });
  }, [signature, heading]);
  useEffect(() => registry?.register(listed), [registry, listed]);
}

const NONE: readonly never[] = [];

/** What is offered now, for the cheatsheet: in order of registration. */
export function useShortcutList(): readonly (Shortcut & { group: string })[] {
  const registry = useContext(ShortcutsContext);
  return useSyncExternalStore(
    registry?.subscribe ?? (() => () => undefined),
    registry?.list ?? (() => NONE),
    () => NONE,
  );
}
