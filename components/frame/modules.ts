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

export type RoomKey =
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

export type Module = {
  key: RoomKey;
  label: string;
  href: string;
  /** Other addresses whose pages belong to it. */
  also?: readonly string[];
  icon: LucideIcon;
  jump: string;
  waiting: string;
  /** The measure of what waits; null where nothing does. */
  measure: { name: MeasureName; filter?: MeasureFilter } | null;
};

/** The sections of the dashboard, in the order of the sidebar. `waiting` follows a count, of one as of many: "1 to decide". */
export const MODULES: readonly Module[] = [
  {
    key: "overview",
    label: "Overview",
    href: "/",
    icon: Gauge,
    jump: "g o",
    waiting: "waiting",
    measure: null,
  },
  {
    key: "inbox",
    label: "Inbox",
    href: "/inbox",
    icon: Inbox,
    jump: "g i",
    waiting: "waiting for you",
    measure: null,
  },
  {
    key: "memories",
    label: "Memories",
    href: "/memories",
    icon: BookOpenText,
    jump: "g m",
    waiting: "waiting for a decision",
    measure: { name: "memories_waiting_for_safety" },
  },
  {
    key: "citations",
    label: "Citations",
    href: "/citations",
    icon: Quote,
    jump: "g c",
    waiting: "drifted",
    measure: { name: "memories_drifted" },
  },
  {
    key: "reviews",
    label: "Reviews",
    href: "/reviews",
    icon: ListChecks,
    jump: "g r",
    waiting: "waiting",
    measure: null,
  },
  {
    key: "proposals",
    label: "Proposals",
    href: "/proposals",
    icon: FileDiff,
    jump: "g p",
    waiting: "to decide",
    measure: { name: "proposals", filter: { status: "open" } },
  },
  {
    key: "skills",
    label: "Skills",
    href: "/skills",
    icon: GraduationCap,
    jump: "g k",
    waiting: "not delivered",
    measure: { name: "deliveries_stuck" },
  },
  {
    key: "recalls",
    label: "Recalls",
    href: "/recalls",
    icon: ScrollText,
    jump: "g e",
    waiting: "waiting",
    measure: null,
  },
  {
    key: "sessions",
    label: "Sessions",
    href: "/sessions",
    icon: Play,
    jump: "g n",
    waiting: "waiting",
    measure: null,
  },
  {
    key: "conversations",
    label: "Conversations",
    href: "/conversations",
    icon: MessagesSquare,
    jump: "g l",
    waiting: "not read",
    measure: { name: "logs_failed" },
  },
  {
    key: "patterns",
    label: "Patterns",
    href: "/patterns",
    also: ["/failures", "/tasks"],
    icon: Puzzle,
    jump: "g t",
    waiting: "came back",
    measure: { name: "failures_returned" },
  },
  {
    key: "hygiene",
    label: "Hygiene",
    href: "/hygiene",
    also: ["/conflicts", "/suggestions"],
    icon: BrushCleaning,
    jump: "g h",
    waiting: "to decide",
    measure: { name: "conflicts_open" },
  },
  {
    key: "settings",
    label: "Settings",
    href: "/settings",
    icon: Settings,
    jump: "g s",
    waiting: "with a problem",
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
