import { type View, ViewsNav } from "@/components/pieces/views-nav";

const VIEWS: readonly View[] = [
  { href: "/hygiene", label: "Tidying up" },
  { href: "/conflicts", label: "Conflicts" },
];

/** What wants tidying up, and the queue in which contradictions are decided. */
export function HygieneNav() {
  return <ViewsNav label="Views of hygiene" views={VIEWS} />;
}
