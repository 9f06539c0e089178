"use client";

import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import { useMessages } from "@/components/ui/messages";
import { quarantineItem } from "@/messages/compiled/quarantine-item";

/** Lets memories out of quarantine, with the reason that their history keeps. */
export function ReleaseDialog({
  ids,
  ...dialog
}: OpenProps & { ids: readonly string[]; onDone: (ids: string[]) => void }) {
  const t = useMessages(quarantineItem);
  const { decideQuarantined } = useMemoryDecisions();
  const count = ids.length;
  return (
    <ReasonDialog
      {...dialog}
      title={t("release_title", { count })}
      verb={t("release_verb", { count })}
      description={t("release_hint")}
      label={t("release_why")}
      hint={t("release_why_hint")}
      usual={t("release_usual")}
      draft={`release.${ids.join()}`}
      send={(reason) => decideQuarantined(ids, "release", reason)}
    />
  );
}
