"use client";

import { ViewsNav } from "@/components/pieces/views-nav";
import { useMessages } from "@/components/ui/messages";
import { hygieneNav } from "@/messages/compiled/hygiene-nav";

const VIEWS = [
  { href: "/hygiene", label: "clean_up" },
  { href: "/conflicts", label: "see_conflicts" },
  { href: "/suggestions", label: "see_suggestions" },
] as const;

/** What needs cleaning up, and the queues of contradictions and of what agents suggest. */
export function HygieneNav() {
  const t = useMessages(hygieneNav);
  const views = VIEWS.map(({ href, label }) => ({ href, label: t(label) }));
  return <ViewsNav label={t("label")} views={views} />;
}
