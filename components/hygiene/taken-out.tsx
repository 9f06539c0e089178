"use client";

import { EyeOff } from "lucide-react";
import { useMessages } from "@/components/ui/messages";
import type { Memory } from "@/lib/memories/contract";
import { hygiene } from "@/messages/compiled/hygiene";

/** `/metadata/author` as people read it. */
const placeOf = (field: string) => field.split("/").filter(Boolean).join(" ").replaceAll("_", " ");

/** What was taken out of a memory, and of which part of it: the placeholder stands there still. */
export function TakenOut({ memory }: { memory: Memory }) {
  const t = useMessages(hygiene);
  const said = memory.redactions.map(({ type, field }) =>
    t("taken_out", { placeholder: `[${type}]`, place: placeOf(field) }),
  );
  const places = [...new Set(said)];
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-warn text-xs">
      <EyeOff aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{places.join(", ")}</span>
    </p>
  );
}
