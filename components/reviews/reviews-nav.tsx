"use client";

import { type View, ViewsNav } from "@/components/pieces/views-nav";
import { useMessages } from "@/components/ui/messages";
import { reviewsNav } from "@/messages/compiled/reviews-nav";
import type { Translate } from "@/messages/message";

const viewsOf = (t: Translate<typeof reviewsNav>): readonly View[] => [
  { href: "/reviews", label: t("rules") },
  { href: "/reviews/charts", label: t("charts") },
  { href: "/reviews/findings", label: t("findings") },
  { href: "/reviews/unclassified", label: t("unclassified") },
  { href: "/reviews/list", label: t("reviews") },
  { href: "/reviews/imports", label: t("imports"), or_below: true },
  { href: "/reviews/preferences", label: t("preferences") },
];

/** The ways to look at the same evaluations: by rule, in charts, by finding, by review, and how they came in. */
export function ReviewsNav() {
  const t = useMessages(reviewsNav);
  return <ViewsNav label={t("label")} views={viewsOf(t)} />;
}
