import {
  BookOpenText,
  BrushCleaning,
  FileDiff,
  Gauge,
  GraduationCap,
  ListChecks,
  type LucideIcon,
  Play,
  Puzzle,
  Quote,
  ScrollText,
  Settings,
} from "lucide-react";

export type RoomKey =
  | "overview"
  | "memories"
  | "citations"
  | "reviews"
  | "proposals"
  | "skills"
  | "recalls"
  | "sessions"
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
};

/** The sections of the dashboard, in the order of the sidebar. `waiting` says what its count counts. */
export const MODULES: readonly Module[] = [
  { key: "overview", label: "Overview", href: "/", icon: Gauge, jump: "g o", waiting: "waiting" },
  {
    key: "memories",
    label: "Memories",
    href: "/memories",
    icon: BookOpenText,
    jump: "g m",
    waiting: "waiting for a decision",
  },
  {
    key: "citations",
    label: "Citations",
    href: "/citations",
    icon: Quote,
    jump: "g c",
    waiting: "drifted",
  },
  {
    key: "reviews",
    label: "Reviews",
    href: "/reviews",
    icon: ListChecks,
    jump: "g r",
    waiting: "waiting",
  },
  {
    key: "proposals",
    label: "Proposals",
    href: "/proposals",
    icon: FileDiff,
    jump: "g p",
    waiting: "to decide",
  },
  {
    key: "skills",
    label: "Skills",
    href: "/skills",
    icon: GraduationCap,
    jump: "g k",
    waiting: "not delivered",
  },
  {
    key: "recalls",
    label: "Recalls",
    href: "/recalls",
    icon: ScrollText,
    jump: "g e",
    waiting: "waiting",
  },
  {
    key: "sessions",
    label: "Sessions",
    href: "/sessions",
    icon: Play,
    jump: "g n",
    waiting: "waiting",
  },
  {
    key: "patterns",
    label: "Patterns",
    href: "/patterns",
    also: ["/failures", "/tasks"],
    icon: Puzzle,
    jump: "g t",
    waiting: "failures that came back",
  },
  {
    key: "hygiene",
    label: "Hygiene",
    href: "/hygiene",
    also: ["/conflicts", "/suggestions"],
    icon: BrushCleaning,
    jump: "g h",
    waiting: "conflicts to decide",
  },
  {
    key: "settings",
    label: "Settings",
    href: "/settings",
    icon: Settings,
    jump: "g s",
    waiting: "need attention",
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
