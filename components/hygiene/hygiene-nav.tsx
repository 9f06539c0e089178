import { type View, ViewsNav } from "@/components/pieces/views-nav";

const VIEWS: readonly View[] = [
  { href: "/hygiene", label: "Clean-up" },
  { href: "/conflicts", label: "Conflicts" },
  { href: "/suggestions", label: "Suggestions" },
];

/** What needs cleaning up, and the queues of contradictions and of what agents suggest. */
export function HygieneNav() {
  return <ViewsNav label="Views of hygiene" views={VIEWS} />;
}
