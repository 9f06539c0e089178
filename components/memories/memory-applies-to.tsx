"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { DialogOnDemand } from "@/components/ui/on-demand";
import type { AppliesTo, Memory } from "@/lib/memories/contract";
import { memoryAppliesTo } from "@/messages/compiled/memory-applies-to";
import { CHANGE_WORDS } from "./change-words";
import { Fact, Facts } from "./kind-details";

const loadForm = () => import("./applies-to-opened").then((part) => part.AppliesToDialog);

/** The changes a memory applies to, and a form to correct them. */
export function MemoryAppliesTo({ memory, canEdit }: { memory: Memory; canEdit: boolean }) {
  const t = useMessages(memoryAppliesTo);
  const [isOpen, setIsOpen] = useState(false);
  const { applies_to } = memory;
  return (
    <>
      <AppliesToFacts applies_to={applies_to} />
      {canEdit && (
        <div>
          <Button size="sm" onClick={() => setIsOpen(true)}>
            {t(applies_to?.origin === "stated" ? "change" : "correct")}
          </Button>
        </div>
      )}
      <DialogOnDemand load={loadForm} props={{ memory, open: isOpen, onOpenChange: setIsOpen }} />
    </>
  );
}

function AppliesToFacts({ applies_to }: { applies_to: AppliesTo | null }) {
  const t = useMessages(memoryAppliesTo);
  if (applies_to === null) return <p className="text-muted-foreground text-sm">{t("not_determined")}</p>;
  const { globs, changes, roles, origin } = applies_to;
  const isEmpty = globs.length === 0 && changes.length === 0;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-muted-foreground text-sm">
        {origin === "inferred" ? (
          <>
            <Badge title={t("inferred_meaning")}>{t("inferred")}</Badge>
            {isEmpty && t("inferred_nothing")}
          </>
        ) : (
          <>
            <Badge tone="quiet" title={t("stated_meaning")}>
              {t("stated")}
            </Badge>
            {isEmpty && t("stated_nothing")}
          </>
        )}
      </p>
      {!(isEmpty && roles.length === 0) && (
        <Facts>
          {globs.length > 0 && (
            <Fact label={t("files")}>
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
            <Fact label={t("changes")}>{changes.map((change) => t(CHANGE_WORDS[change])).join(", ")}</Fact>
          )}
          {roles.length > 0 && <Fact label={t("agents")}>{roles.join(", ")}</Fact>}
        </Facts>
      )}
    </>
  );
}
