"use client";

import { GitCommitHorizontal } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { files } from "@/messages/compiled/files";
import type { PlaceOf } from "./use-place";

type At = { commit_sha: string; head_commit: string };

const load = () => import("./commit-choice-opened").then((part) => part.CommitChoiceOpened);

/** Which commit is shown, and another one by its name. */
export function CommitChoice({ place, at }: { place: PlaceOf; at: At | undefined }) {
  const t = useMessages(files);
  const shown = at?.commit_sha.slice(0, 8) ?? place.at?.slice(0, 12) ?? t("head");
  const isHead = at !== undefined && at.commit_sha === at.head_commit;
  return (
    <OpensOnDemand
      opens="dialog"
      load={load}
      props={{ place }}
      trigger={
        <Button size="sm" title={at?.commit_sha}>
          <GitCommitHorizontal aria-hidden />
          <span className="sr-only">{t("commit")} </span>
          <code>{shown}</code>
          {isHead && <span className="text-muted-foreground">{t("head")}</span>}
        </Button>
      }
    />
  );
}
