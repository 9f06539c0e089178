"use client";

import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import type { ExternalToast, toast as Sonner } from "sonner";
import { announce } from "./announce";

type Toast = typeof Sonner;
type Kind = "success" | "error" | "warning" | "info";
type Said = { kind: Kind; args: [message: string, more?: ExternalToast] };

/** What was said before there was a place for it. */
const waiting: Said[] = [];
let shown: Toast | null = null;
let isWanted = false;
const listeners = new Set<() => void>();

function want(): void {
  isWanted = true;
  for (const listener of listeners) listener();
}

const saying =
  (kind: Kind) =>
  (...args: Said["args"]): void => {
    if (shown !== null) return void shown[kind](...args);
    waiting.push({ kind, args });
    want();
  };

/** Says in a corner what came of what was done. */
export const toast = {
  success: saying("success"),
  error: saying("error"),
  warning: saying("warning"),
  info: saying("info"),
};

/** Called by the region once it is on the page: it shows what waits, and what comes. @returns how to take it back. */
export function showToasts(by: Toast): () => void {
  shown = by;
  for (const { kind, args } of waiting.splice(0)) by[kind](...args);
  return () => {
    shown = null;
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where nothing can be loaded, what waits is at least read aloud. */
function sayAloud(): void {
  for (const { args } of waiting.splice(0)) if (typeof args[0] === "string") announce(args[0]);
  isWanted = false;
}

/** The corner for toasts. It is loaded when the person first does something, as nothing is said before. */
export function Toaster() {
  const isNeeded = useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  );
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
