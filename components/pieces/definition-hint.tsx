"use client";

import { CircleHelp } from "lucide-react";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { figures } from "@/messages/compiled/figures";
import type { Definition } from "./definition-hint-opened";

const load = () => import("./definition-hint-opened").then((part) => part.DefinitionHintOpened);

/** How a figure is computed, one click away from it, with a way to the rows behind it. */
export function DefinitionHint(definition: Definition) {
  const t = useMessages(figures);
  return (
    <OpensOnDemand
      opens="dialog"
      load={load}
      props={definition}
      trigger={
        <button
          type="button"
          className="inline-flex size-6 shrink-0 align-text-bottom items-center justify-center rounded-full text-muted-foreground hover:text-foreground"
          aria-label={t("how_computed", { term: definition.term })}
        >
          <CircleHelp aria-hidden className="size-3.5" />
        </button>
      }
    />
  );
}
