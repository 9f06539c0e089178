"use client";

import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { isWanted, sayAloud, subscribe, want } from "./toast-queue";

export { toast } from "./toast-queue";

/** The corner for toasts. It is loaded when the person first does something, as nothing is said before. */
export function Toaster() {
  const isNeeded = useSyncExternalStore(subscribe, isWanted, () => false);
  const [Region, setRegion] = useState<ComponentType | null>(null);
  useEffect(() => {
    const acts = ["pointerdown", "keydown"] as const;
    for (const act of acts) window.addEventListener(act, want, { once: true });
    return () => {
      for (const act of acts) window.removeEventListener(act, want);
    };
  }, []);
  useEffect(() => {
    if (!isNeeded || Region !== null) return;
    import("./toast-region").then(({ ToastRegion }) => setRegion(() => ToastRegion), sayAloud);
  }, [isNeeded, Region]);
  return Region && <Region />;
}
