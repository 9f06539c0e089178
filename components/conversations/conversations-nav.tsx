import { type View, ViewsNav } from "@/components/pieces/views-nav";

const VIEWS: readonly View[] = [
  { href: "/conversations", label: "Days" },
  { href: "/conversations/weeks", label: "Weeks" },
  { href: "/conversations/remember", label: "What I remember" },
];

/** The logs of each day, what the weeks have in common, and what an agent is reminded of. */
export function ConversationsNav() {
  return <ViewsNav label="Views of conversations" views={VIEWS} />;
}
