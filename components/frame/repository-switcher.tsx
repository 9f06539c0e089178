"use client";

import { ChevronsUpDown, FolderGit2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { frame } from "@/messages/compiled/frame";

const loadOpened = () =>
  import("./repository-switcher-opened").then(({ RepositorySwitcherOpened }) => RepositorySwitcherOpened);

/** Chooses the repository every screen looks at; the choice is the URL parameter `repository`. */
export function RepositorySwitcher({ current }: { current: string | null }) {
  const t = useMessages(frame);
  const name = current ?? t("all_repositories");
  return (
    <OpensOnDemand
      opens="dialog"
      load={loadOpened}
      props={{ current }}
      trigger={
        <Button variant="ghost" className="min-w-0 shrink px-2" aria-label={t("repository", { name })}>
          <FolderGit2 aria-hidden className="text-muted-foreground" />
          <span className={current ? "truncate font-mono text-xs" : "truncate"}>{name}</span>
          <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      }
    />
  );
}
