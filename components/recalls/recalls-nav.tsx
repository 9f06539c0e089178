"use client";

import { ViewsNav } from "@/components/pieces/views-nav";
import { useMessages } from "@/components/ui/messages";
import { recallsNav } from "@/messages/compiled/recalls-nav";

const VIEWS = [
  { href: "/recalls", key: "ledger" },
  { href: "/recalls/value", key: "value" },
  { href: "/recalls/agents", key: "agents" },
  { href: "/recalls/playground", key: "playground" },
] as const;

/** What agents were given, what it was worth, and what they would be given. */
export function RecallsNav() {
  const t = useMessages(recallsNav);
  return <ViewsNav label={t("label")} views={VIEWS.map(({ href, key }) => ({ href, label: t(key) }))} />;
}
