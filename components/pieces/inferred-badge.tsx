"use client";

import { Badge } from "@/components/ui/badge";
import { useMessages } from "@/components/ui/messages";
import { memoryPieces } from "@/messages/compiled/memory-pieces";

/** Tells a citation that was read out of a memory's text from those that its author made. */
export function InferredBadge() {
  const t = useMessages(memoryPieces);
  return <Badge title={t("inferred_meaning")}>{t("inferred")}</Badge>;
}
