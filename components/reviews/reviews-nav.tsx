import { type View, ViewsNav } from "@/components/pieces/views-nav";

const VIEWS: readonly View[] = [
  { href: "/reviews", label: "Rules" },
  { href: "/reviews/charts", label: "Charts" },
  { href: "/reviews/findings", label: "Findings" },
  { href: "/reviews/unclassified", label: "Unclassified" },
  { href: "/reviews/list", label: "Reviews" },
  { href: "/reviews/imports", label: "Imports", or_below: true },
  { href: "/reviews/preferences", label: "Preferences" },
];

/** The ways to look at the same evaluations: by rule, in charts, by finding, by review, and how they came in. */
export function ReviewsNav() {
  return <ViewsNav label="Views of reviews" views={VIEWS} />;
}
