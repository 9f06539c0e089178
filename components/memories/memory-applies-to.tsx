"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { AppliesTo, Memory } from "@/lib/memories/contract";
import { AppliesToForm } from "./applies-to-form";
import { CHANGE_WORDS } from "./change-words";
import { Fact, Facts } from "./kind-details";

/** The changes a memory applies to, and a form to correct them. */
export function MemoryAppliesTo({ memory, canEdit }: { memory: Memory; canEdit: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const { applies_to } = memory;
  return (
    <>
      <AppliesToFacts applies_to={applies_to} />
      {canEdit && (
        <div>
          <Button size="sm" onClick={() => setIsOpen(true)}>
            {applies_to?.origin === "stated" ? "Change" : "Correct"} what it applies to
          </Button>
        </div>
      )}
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent
          title="What this memory applies to"
          description="Agents are served it when they change one of these files or make one of these changes, even if their task does not mention it."
          className="max-w-xl"
        >
          <AppliesToForm memory={memory} onDone={() => setIsOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  );
}

function AppliesToFacts({ applies_to }: { applies_to: AppliesTo | null }) {
  if (applies_to === null)
    return <p className="text-muted-foreground text-sm">Not determined yet; this takes up to an hour.</p>;
  const { globs, changes, roles, origin } = applies_to;
  const isEmpty = globs.length === 0 && changes.length === 0;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-muted-foreground text-sm">
        {origin === "inferred" ? (
          <>
            <Badge title="Read from its citations and text when it was stored.">inferred</Badge>
            {isEmpty && "Its citations and text name no files and no kinds of change."}
          </>
        ) : (
          <>
            <Badge tone="quiet" title="A person or an agent stated it.">
              stated
            </Badge>
            {isEmpty && "No particular changes: it is served only for similar tasks."}
          </>
        )}
      </p>
      {!(isEmpty && roles.length === 0) && (
        <Facts>
          {globs.length > 0 && (
            <Fact label="Files">
              <ul className="flex flex-col gap-0.5">
                {globs.map((glob) => (
                  <li key={glob}>
                    <code className="wrap-anywhere text-xs">{glob}</code>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
          {changes.length > 0 && (
            <Fact label="Changes">{changes.map((change) => CHANGE_WORDS[change]).join(", ")}</Fact>
          )}
          {roles.length > 0 && <Fact label="Agents">{roles.join(", ")}</Fact>}
        </Facts>
      )}
    </>
  );
}
