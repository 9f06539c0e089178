"use client";

import { formatCount } from "@/components/pieces/format";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";

/** The reason that fits most false alarms; it can be typed over. */
const USUAL = "It speaks about such text and gives no orders to its reader.";

/** Lets memories out of quarantine, with the reason that their history keeps. */
export function ReleaseDialog({
  ids,
  ...dialog
}: OpenProps & { ids: readonly string[]; onDone: (ids: string[]) => void }) {
  const { decideQuarantined } = useMemoryDecisions();
  const isOne = ids.length === 1;
  return (
    <ReasonDialog
      {...dialog}
      title={isOne ? "Release this memory" : `Release ${formatCount(ids.length)} memories`}
      description="Agents are served it from now on. What the rules found in this text is remembered as released; another text, or another rule, is stopped again."
      label="Why it is harmless"
      hint="The next lead who meets such a text decides by it."
      usual={USUAL}
      verb={isOne ? "Release" : `Release ${formatCount(ids.length)}`}
      send={(reason) => decideQuarantined(ids, "release", reason)}
    />
  );
}
