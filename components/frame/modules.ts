import {
  BookOpenText,
  BrushCleaning,
  FileDiff,
  Gauge,
  GraduationCap,
  Inbox,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  Play,
  Puzzle,
  Quote,
  ScrollText,
  Settings,
} from "lucide-react";
import type { MeasureFilter, MeasureName } from "@/lib/kernel/measures";
import type { frame } from "@/messages/compiled/frame";
import type { MessageKey, PlainKey } from "@/messages/message";

export type SectionKey =
  | "overview"
  | "inbox"
  | "memories"
  | "citations"
  | "reviews"
  | "proposals"
  | "skills"
  | "recalls"
  | "sessions"
  | "conversations"
  | "patterns"
  | "hygiene"
  | "settings";

/** A text that says what a count waits for. */
type WaitingKey = Extract<MessageKey<typeof frame>, `waiting_${string}`>;

export type Module = {
  key: SectionKey;
  label: PlainKey<typeof frame>;
  href: string;
  /** Other addresses whose pages belong to it. */
  also?: readonly string[];
  icon: LucideIcon;
  jump: string;
  waiting: WaitingKey;
  /** The measure of what waits; null where nothing does. */
  measure: { name: MeasureName; filter?: MeasureFilter } | null;
};

/** The sections of the dashboard, in the order of the sidebar. */
export const MODULES: readonly Module[] = [
  {
    key: "overview",
    label: "section_overview",
    href: "/",
    icon: Gauge,
    jump: "g o",
    waiting: "waiting_any",
    measure: null,
  },
  {
    key: "inbox",
    label: "section_inbox",
    href: "/inbox",
    icon: Inbox,
    jump: "g i",
    waiting: "waiting_for_you",
    measure: null,
  },
  {
    key: "memories",
    label: "section_memories",
    href: "/memories",
    icon: BookOpenText,
    jump: "g m",
    waiting: "waiting_for_decision",
    measure: { name: "memories_waiting_for_safety" },
  },
  {
    key: "citations",
    label: "section_citations",
    href: "/citations",
    icon: Quote,
    jump: "g c",
    waiting: "waiting_drifted",
    measure: { name: "memories_drifted" },
  },
  {
    key: "reviews",
    label: "section_reviews",
    href: "/reviews",
    icon: ListChecks,
    jump: "g r",
    waiting: "waiting_any",
    measure: null,
  },
  {
    key: "proposals",
    label: "section_proposals",
    href: "/proposals",
    icon: FileDiff,
    jump: "g p",
    waiting: "waiting_to_decide",
    measure: { name: "proposals", filter: { status: "open" } },
  },
  {
    key: "skills",
    label: "section_skills",
    href: "/skills",
    icon: GraduationCap,
    jump: "g k",
    waiting: "waiting_not_delivered",
    measure: { name: "deliveries_stuck" },
  },
  {
    key: "recalls",
    label: "section_recalls",
    href: "/recalls",
    icon: ScrollText,
    jump: "g e",
    waiting: "waiting_any",
    measure: null,
  },
  {
    key: "sessions",
    label: "section_sessions",
    href: "/sessions",
    icon: Play,
    jump: "g n",
    waiting: "waiting_any",
    measure: null,
  },
  {
    key: "conversations",
    label: "section_conversations",
    href: "/conversations",
    icon: MessagesSquare,
    jump: "g l",
    waiting: "waiting_not_read",
    measure: { name: "logs_failed" },
  },
  {
    key: "patterns",
    label: "section_patterns",
    href: "/patterns",
    also: ["/failures", "/tasks"],
    icon: Puzzle,
    jump: "g t",
    waiting: "waiting_returned",
    measure: { name: "failures_returned" },
  },
  {
    key: "hygiene",
    label: "section_hygiene",
    href: "/hygiene",
    also: ["/conflicts", "/suggestions"],
    icon: BrushCleaning,
    jump: "g h",
    waiting: "waiting_to_decide",
    measure: { name: "conflicts_open" },
  },
  {
    key: "settings",
    label: "section_settings",
    href: "/settings",
    icon: Settings,
    jump: "g s",
    waiting: "waiting_with_problem",
    measure: { name: "jobs_failed" },
  },
];

/** Whether a path belongs to a section: the overview is only itself, every other section is its whole subtree. */
export function isInModule(pathname: string, module: Module): boolean {
  if (module.href === "/") return pathname === "/";
  return [module.href, ...(module.also ?? [])].some(
    (href) => pathname === href || pathname.startsWith(`${href}/`),
  );
}

/** A section's address that keeps the chosen repository. */
export function moduleHref(href: string, repository: string | null): string {
  if (repository === null) return href;
  return `${href}?${new URLSearchParams({ repository })}`;
}
