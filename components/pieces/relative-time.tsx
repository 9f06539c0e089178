"use client";

import { useSyncExternalStore } from "react";
import { formatDay, formatDistance } from "./format";

const MINUTE = 60_000;

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE);
  return () => clearInterval(timer);
}

// Rounded to the minute: a store must answer the same until it says that it changed.
const currentMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;
const onServer = () => null;

/** "5 min ago", with the exact moment as title. Server and hydration render the day, which needs no clock. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const minute = useSyncExternalStore(everyMinute, currentMinute, onServer);
  return (
    <time dateTime={at} title={at} className={className}>
      {minute === null ? formatDay(at) : formatDistance(at, minute + MINUTE / 2)}
    </time>
  );
}
