import { type View, ViewsNav } from "@/components/pieces/views-nav";

const VIEWS: readonly View[] = [
  { href: "/patterns", label: "Patterns" },
  { href: "/failures", label: "Failures" },
  { href: "/failures/returned", label: "Came back" },
  { href: "/tasks", label: "Tasks" },
  { href: "/patterns/figures", label: "Figures" },
];

/** Solutions, errors, the tasks in which they were, and whether it helps. */
export function TasksNav() {
  return <ViewsNav label="Views of patterns" views={VIEWS} />;
}
