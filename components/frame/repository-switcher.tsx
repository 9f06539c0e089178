"use client";

import { ChevronsUpDown, FolderGit2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { ALL } from "./all-repositories";

export type FrameRepository = { id: string; name: string };

const loadOpened = () =>
  import("./repository-switcher-opened").then(({ RepositorySwitcherOpened }) => RepositorySwitcherOpened);

/** Chooses the repository every screen looks at; the choice is the URL parameter `repository`. */
export function RepositorySwitcher({
  repositories,
  current,
}: {
  repositories: readonly FrameRepository[];
  current: string | null;
}) {
  return (
    <OpensOnDemand
      opens="dialog"
      load={loadOpened}
      props={{ repositories, current }}
      trigger={
        <Button variant="ghost" className="min-w-0 shrink px-2" aria-label={`Repository: ${current ?? ALL}`}>
          <FolderGit2 aria-hidden className="text-muted-foreground" />
          <span className={current ? "truncate font-mono text-xs" : "truncate"}>{current ?? ALL}</span>
          <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      }
    />
  );
}
