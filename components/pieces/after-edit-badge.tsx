"use client";

import { Badge } from "@/components/ui/badge";
import { useMessages } from "@/components/ui/messages";
import { vocabulary } from "@/messages/compiled/vocabulary";

/** Says of a recall that it was asked after an edit: the same task is in the ledger more than once. */
export function AfterEditBadge({ door }: { door: string }) {
  const t = useMessages(vocabulary);
  if (door !== "edit") return null;
  return <Badge tone="neutral">{t("recall_after_edit")}</Badge>;
}
