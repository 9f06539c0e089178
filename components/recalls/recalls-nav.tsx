import { type View, ViewsNav } from "@/components/pieces/views-nav";

const VIEWS: readonly View[] = [
  { href: "/recalls", label: "Ledger" },
  { href: "/recalls/value", label: "Value and waste" },
  { href: "/recalls/agents", label: "Agents" },
  { href: "/recalls/playground", label: "Playground" },
];

/** What agents were given, what it was worth, and what they would be given. */
export function RecallsNav() {
  return <ViewsNav label="Views of recalls" views={VIEWS} />;
}
