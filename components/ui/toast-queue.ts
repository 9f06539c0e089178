import type { toast as Sonner } from "sonner";
import { announce } from "./announce";

type Toast = typeof Sonner;
type Kind = "success" | "error" | "warning" | "info";
type Title = Parameters<Toast["success"]>[0];
type Options = Parameters<Toast["success"]>[1];
type Said = { kind: Kind; title: Title; options: Options };

/** What was said before there was a place for it. */
const waiting: Said[] = [];
let shown: Toast | null = null;
let isNeeded = false;
const listeners = new Set<() => void>();

/** Asks for the place where toasts are shown. */
export const want = (): void => need(true);

function need(next: boolean): void {
  isNeeded = next;
  for (const listener of listeners) listener();
}

const saying =
  (kind: Kind) =>
  (title: Title, options?: Options): void => {
    if (shown !== null) return void shown[kind](title, options);
    waiting.push({ kind, title, options });
    want();
  };

/** Says in a corner what came of what was done. */
export const toast = {
  success: saying("success"),
  error: saying("error"),
  warning: saying("warning"),
  info: saying("info"),
  /** Takes back what was said by this name. */
  dismiss: (id: string): void => {
    const place = waiting.findIndex(({ options }) => options?.id === id);
    if (place >= 0) waiting.splice(place, 1);
    shown?.dismiss(id);
  },
};

/** Called by the region once it is on the page: it shows what waits, and what comes. @returns how to take it back. */
export function showToasts(by: Toast): () => void {
  shown = by;
  for (const { kind, title, options } of waiting.splice(0)) by[kind](title, options);
  return () => {
    shown = null;
  };
}

/** Whether it was asked for. */
export const isWanted = (): boolean => isNeeded;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where nothing can be loaded, what waits is at least read aloud. */
export function sayAloud(): void {
  for (const { title } of waiting.splice(0)) if (typeof title === "string") announce(title);
  need(false);
}
