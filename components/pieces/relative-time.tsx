"use client";

import { useSyncExternalStore } from "react";
import { Moment, useTimeZone } from "./moment";
import { useFormat } from "./use-format";

const MINUTE = 60_000;

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE);
  return () => clearInterval(timer);
}

// Rounded to the minute: a store must answer the same until it says that it changed.
const currentMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;
const onServer = () => null;

let exact = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Between "5 min ago" and the date and time, for every moment on the page. */
export function toggleExactTimes(): void {
  exact = !exact;
  for (const listener of listeners) listener();
}

/** "5 min ago", with the exact moment in reach. Server and hydration render the day, which needs no clock. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const { formatDay, formatDistance } = useFormat();
  const minute = useSyncExternalStore(everyMinute, currentMinute, onServer);
  const isExact = useSyncExternalStore(
    subscribe,
    () => exact,
    () => false,
  );
  const words = minute === null ? formatDay(at) : formatDistance(at, minute + MINUTE / 2);
  return (
    <Moment at={at} className={className}>
      {isExact ? <Minute at={at} /> : words}
    </Moment>
  );
}

function Minute({ at }: { at: string }) {
  const { formatMinute } = useFormat();
  return formatMinute(at, useTimeZone());
}
