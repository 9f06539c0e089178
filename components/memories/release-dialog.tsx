"use client";

import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { type OpenProps, ofMemories, ReasonDialog } from "@/components/pieces/reason-dialog";

/** The reason that fits most false alarms; it can be typed over. */
const USUAL = "It describes such text and gives no instructions to its reader.";

/** Lets memories out of quarantine, with the reason that their history keeps. */
export function ReleaseDialog({
  ids,
  ...dialog
}: OpenProps & { ids: readonly string[]; onDone: (ids: string[]) => void }) {
  const { decideQuarantined } = useMemoryDecisions();
  return (
    <ReasonDialog
      {...dialog}
      {...ofMemories("Release", ids.length)}
      description="Agents are served it from now on. What the rules found in this text stays released; a changed text or another rule quarantines it again."
      label="Why it is harmless"
      hint="Shown to the next lead who sees such a text."
      usual={USUAL}
      send={(reason) => decideQuarantined(ids, "release", reason)}
    />
  );
}
