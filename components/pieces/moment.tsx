"use client";

import { createContext, type ReactNode, useContext } from "react";
import { Tooltip } from "@/components/ui/tooltip";
import { useFormat } from "./use-format";

/** The time zone that a person chose; null: the browser's. */
const TimeZoneContext = createContext<string | null>(null);

export function TimeZone({ zone, children }: { zone: string | null; children: ReactNode }) {
  return <TimeZoneContext value={zone}>{children}</TimeZoneContext>;
}

/** The zone in which moments are shown here. */
export function useTimeZone(): string {
  const chosen = useContext(TimeZoneContext);
  return chosen ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What takes the focus itself, and rows: a table of fifty moments would be fifty stops on the way through it. */
const STOPS_ALREADY = "a, button, label, [role=button], [role=menuitem], [role=option], [data-row]";

/** A stop of its own, or above the link that covers its row, to which it hands on what is clicked. */
function place(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  if (element.closest(STOPS_ALREADY) === null) element.tabIndex = 0;
  const open = () => element.closest("[data-row]")?.querySelector<HTMLElement>("[data-row-link]")?.click();
  const isInLink = element.closest("[data-row-link]") !== null;
  if (isInLink) return undefined;
  element.addEventListener("click", open);
  return () => element.removeEventListener("click", open);
}

/** Computed only once it is looked at. */
function Exactly({ at }: { at: string }) {
  const { formatMoment } = useFormat();
  return formatMoment(at, useTimeZone());
}

/** A moment in words, with its date, time and zone on hover and on focus. */
export function Moment({ at, className, children }: { at: string; className?: string; children: ReactNode }) {
  return (
    <Tooltip content={<Exactly at={at} />}>
      <time ref={place} data-moment="" dateTime={at} className={className}>
        {children}
      </time>
    </Tooltip>
  );
}
