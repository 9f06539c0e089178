import { type View, ViewsNav } from "@/components/pieces/views-nav";

const VIEWS: readonly View[] = [
  { href: "/hygiene", label: "Tidying up" },
  { href: "/conflicts", label: "Conflicts" },
  { href: "/suggestions", label: "Suggestions" },
];

/** What wants tidying up, and the queues of contradictions and of what agents suggest. */
export function HygieneNav() {
  return <ViewsNav label="Views of hygiene" views={VIEWS} />;
}
