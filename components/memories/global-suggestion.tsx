"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { LongText } from "@/components/pieces/long-text";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type Memory, memoryEventList } from "@/lib/memories/contract";
import { memoryActions } from "@/messages/compiled/memory-actions";

/** How far back its history is read for the suggestion; of an older one the history below says by whom and why. */
const EVENTS_READ = 50;

/** Says that somebody suggests a memory for every repository, with what a lead can do about it. */
export function GlobalSuggestion({ memory, may_decide }: { memory: Memory; may_decide: boolean }) {
  const t = useMessages(memoryActions);
  const { decideGlobal } = useMemoryDecisions();
  const decide = useMutation({
    mutationFn: (decision: "accept" | "dismiss") => decideGlobal(memory.id, decision),
  });
  const isWaiting = memory.suggested_at !== null && memory.deleted_at === null;
  const events = useQuery({
    ...operationQuery(memoryEventList, { memory_id: memory.id, limit: EVENTS_READ }),
    enabled: isWaiting,
  });
  if (memory.suggested_at === null || !isWaiting) return null;
  const suggestion = events.data?.items.find(({ type }) => type === "global_suggested");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border bg-sunken px-3 py-2 text-sm">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <Megaphone aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <div className="min-w-0">
          <p className="text-pretty">
            <Suggested by={suggestion?.actor.name} at={memory.suggested_at} />
          </p>
          {suggestion?.reason && (
            <LongText text={suggestion.reason} what="reason" className="text-muted-foreground" />
          )}
        </div>
      </div>
      {may_decide && (
        <span className="flex gap-1.5">
          <Button
            size="sm"
            variant="primary"
            busy={decide.isPending && decide.variables === "accept"}
            disabled={decide.isPending}
            onClick={() => decide.mutate("accept")}
          >
            {t("make_global")}
          </Button>
          <Button size="sm" disabled={decide.isPending} onClick={() => decide.mutate("dismiss")}>
            {t("dismiss")}
          </Button>
        </span>
      )}
    </div>
  );
}

/** By whom it is suggested, where that is known, and when. */
function Suggested({ by, at }: { by: string | undefined; at: string }) {
  const t = useMessages(memoryActions);
  const when = () => <RelativeTime at={at} />;
  if (by === undefined) return t.rich("suggested", { when });
  return t.rich("suggested_by", { name: by, when });
}

/** Asks why a memory holds in every repository, for the lead who decides. */
export function SuggestGlobalDialog({ memory, ...dialog }: OpenProps & { memory: Memory }) {
  const t = useMessages(memoryActions);
  const { suggestGlobal } = useMemoryDecisions();
  return (
    <ReasonDialog
      {...dialog}
      title={t("suggest_global")}
      description={t("suggest_hint")}
      quote={memory.statement}
      label={t("suggest_why")}
      hint={t("suggest_why_hint")}
      draft={`global.${memory.id}`}
      verb={t("suggest")}
      send={(reason) => suggestGlobal(memory.id, reason)}
    />
  );
}
