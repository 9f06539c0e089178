"use client";

import { GitCommitHorizontal } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useMessages } from "@/components/ui/messages";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { files } from "@/messages/compiled/files";
import type { PlaceOf } from "./use-place";

type At = { commit_sha: string; head_commit: string };

/** Which commit is shown, and another one by its name. */
export function CommitChoice({ place, at }: { place: PlaceOf; at: At | undefined }) {
  const t = useMessages(files);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const go = (next: string | null) => {
    setOpen(false);
    setTyped("");
    place.go({ at: next });
  };
  const shown = at?.commit_sha.slice(0, 8) ?? place.at?.slice(0, 12) ?? t("head");
  const isHead = at !== undefined && at.commit_sha === at.head_commit;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="sm" title={at?.commit_sha}>
          <GitCommitHorizontal aria-hidden />
          <span className="sr-only">{t("commit")} </span>
          <code>{shown}</code>
          {isHead && <span className="text-muted-foreground">{t("head")}</span>}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end">
        <form
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== "") go(typed.trim());
          }}
        >
          <label htmlFor="files-at" className="font-medium text-sm">
            {t("commit_name")}
          </label>
          <Input
            id="files-at"
            value={typed}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" size="sm" variant="primary" disabled={typed.trim() === ""}>
              {t("show")}
            </Button>
            {place.at !== null && (
              <Button size="sm" onClick={() => go(null)}>
                {t("show_head")}
              </Button>
            )}
          </div>
        </form>
      </PopoverContent>
    </Popover>
  );
}
