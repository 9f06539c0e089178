"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useMessages } from "@/components/ui/messages";
import { frame } from "@/messages/compiled/frame";

const ASK_EVERY_MS = 30_000;

/** The states of the database in which nothing can be changed, each with a text that says so. */
const STATES = ["read_only", "disk_full", "unavailable"] as const;

const hasReason = (state: unknown): state is (typeof STATES)[number] =>
  STATES.some((known) => known === state);

/** On every page while nothing can be changed: why, and what works meanwhile. */
export function ReadOnlyBanner() {
  const t = useMessages(frame);
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
      <span>{t(state)}</span>
    </p>
  );
}
