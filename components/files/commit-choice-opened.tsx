"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { files } from "@/messages/compiled/files";
import type { PlaceOf } from "./use-place";

/** Asks for a commit by its name, behind the button that says which one is shown. */
export function CommitChoiceOpened({ place, trigger }: { place: PlaceOf } & Opened) {
  const t = useMessages(files);
  const [open, setOpen] = useState(true);
  const [typed, setTyped] = useState("");
  const go = (next: string | null) => {
    setOpen(false);
    setTyped("");
    place.go({ at: next });
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
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
