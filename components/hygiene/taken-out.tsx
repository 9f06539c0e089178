import { EyeOff } from "lucide-react";
import type { Memory } from "@/lib/memories/contract";

/** `/metadata/author` as people read it. */
const placeOf = (field: string) => field.split("/").filter(Boolean).join(" ").replaceAll("_", " ");

/** What was taken out of a memory, and of which part of it: the placeholder stands there still. */
export function TakenOut({ memory }: { memory: Memory }) {
  const places = [
    ...new Set(memory.redactions.map(({ type, field }) => `[${type}] in its ${placeOf(field)}`)),
  ];
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-warn text-xs">
      <EyeOff aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{places.join(", ")}</span>
    </p>
  );
}
