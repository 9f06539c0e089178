import {
  BookOpenText,
  Bot,
  Bug,
  FileCode2,
  FileDiff,
  FolderGit2,
  GraduationCap,
  ListChecks,
  type LucideIcon,
  Play,
  Puzzle,
  ScrollText,
  UserRound,
} from "lucide-react";
import type { SearchHit, SearchKind } from "@/lib/upkeep/contract";
import type { framePalette } from "@/messages/compiled/frame-palette";
import type { PlainKey } from "@/messages/message";

type Kind = {
  /** Of its list. */
  label: PlainKey<typeof framePalette>;
  icon: LucideIcon;
  href: (hit: Pick<SearchHit, "id" | "title" | "repository">) => string;
  /** Its list, narrowed by the same words where the list can be. */
  list: (q: string) => string;
};

const query = (path: string, parameters: Record<string, string>) =>
  `${path}?${new URLSearchParams(parameters)}`;

/** Where what was found leads, and where all of it is listed. */
export const PALETTE_KINDS: Readonly<Record<SearchKind, Kind>> = {
  memory: {
    label: "kind_memories",
    icon: BookOpenText,
    href: ({ id }) => `/memories/${id}`,
    list: (q) => query("/memories", { q }),
  },
  finding: {
    label: "kind_findings",
    icon: ListChecks,
    href: ({ id }) => `/reviews/findings/${id}`,
    list: (q) => query("/reviews/findings", { q }),
  },
  proposal: {
    label: "kind_proposals",
    icon: FileDiff,
    href: ({ id }) => `/proposals/${id}`,
    list: () => "/proposals",
  },
  skill: {
    label: "kind_skills",
    icon: GraduationCap,
    href: ({ id }) => `/skills/${id}`,
    list: () => "/skills",
  },
  pattern: {
    label: "kind_patterns",
    icon: Puzzle,
    href: ({ id }) => `/patterns/${id}`,
    list: (q) => query("/patterns", { q }),
  },
  failure: {
    label: "kind_failures",
    icon: Bug,
    href: ({ id }) => `/failures/${id}`,
    list: (q) => query("/failures", { q }),
  },
  session: {
    label: "kind_sessions",
    icon: Play,
    href: ({ id }) => `/sessions/${encodeURIComponent(id)}`,
    list: (q) => query("/sessions", { q }),
  },
  recall: {
    label: "kind_recalls",
    icon: ScrollText,
    href: ({ id }) => `/recalls/${id}`,
    list: (q) => query("/recalls", { q }),
  },
  repository: {
    label: "kind_repositories",
    icon: FolderGit2,
    href: ({ id }) => `/citations/repositories/${id}`,
    list: () => query("/citations", { view: "repositories" }),
  },
  file: {
    label: "kind_cited_files",
    icon: FileCode2,
    href: ({ id, repository }) => query("/memories", { path: id, ...(repository && { repository }) }),
    list: () => query("/citations", { view: "citations" }),
  },
  agent: {
    label: "kind_agents",
    icon: Bot,
    href: ({ title }) => query("/recalls", { agent: title }),
    list: () => "/recalls/agents",
  },
  person: {
    label: "kind_people",
    icon: UserRound,
    href: () => "/settings/members",
    list: () => "/settings/members",
  },
};
