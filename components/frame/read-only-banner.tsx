"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";

const ASK_EVERY_MS = 30_000;

const WHY = {
  read_only:
    "The database is read-only, like a standby. " +
    "Everything can be read, but nothing can be changed until it is writable again.",
  disk_full:
    "The database's disk is full. " +
    "Everything can be read, but nothing can be changed until there is free space.",
  unavailable: "The database does not answer.",
} as const;

const hasReason = (state: unknown): state is keyof typeof WHY => typeof state === "string" && state in WHY;

/** On every page while nothing can be changed: why, and what works meanwhile. */
export function ReadOnlyBanner() {
  const { data: state } = useQuery({
    queryKey: ["health"],
    queryFn: async ({ signal }): Promise<unknown> => {
      const response = await fetch("/api/health/ready", { signal });
      const report: unknown = await response.json();
      return Object(report).database;
    },
    refetchInterval: ASK_EVERY_MS,
  });
  if (!hasReason(state)) return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b bg-warn-soft text-warn px-4 py-2 text-sm sm:px-6"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <span>{WHY[state]}</span>
    </p>
  );
}
