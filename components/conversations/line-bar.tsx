"use client";

import { type FormEvent, useState } from "react";
import { Pager } from "@/components/pieces/pager";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { conversationGet } from "@/lib/conversations/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import { conversationDay } from "@/messages/compiled/conversation-day";
import { LINES_SHOWN } from "./parameters";

type Log = OutputOf<typeof conversationGet>;
type Place = { after: number; taught: boolean };

/** Where in a log one is, and the ways on: part by part, to a line, or through the lines that taught something alone. */
export function LineBar({
  log,
  place,
  onPlace,
  isFoot = false,
}: {
  log: Log;
  place: Place;
  onPlace: (place: Partial<Place>) => void;
  /** Below the lines, where paging is enough. */
  isFoot?: boolean;
}) {
  const t = useMessages(conversationDay);
  const { previous_after, next_after, before, total } = log;
  const turnTo = (after: number | null) => {
    if (after === null) return null;
    return () => onPlace({ after });
  };
  const pager = (
    <Pager
      className="py-0"
      first={before + 1}
      shown={log.log.length}
      total={total}
      onPrevious={turnTo(previous_after)}
      onNext={turnTo(next_after)}
    />
  );
  if (isFoot) return <div className="mt-2">{pager}</div>;
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <ToggleGroup
          label={t("which_lines")}
          value={place.taught ? "taught" : "all"}
          onValueChange={(value) => onPlace({ after: 0, taught: value === "taught" })}
          options={[
            { value: "all", label: t("all_lines") },
            { value: "taught", label: t("with_facts") },
          ]}
        />
        {log.lines > LINES_SHOWN && (
          <GoToLine onLine={(line) => onPlace({ after: line - 1, taught: false })} />
        )}
      </div>
      {total > 0 && pager}
    </div>
  );
}

function GoToLine({ onLine }: { onLine: (line: number) => void }) {
  const t = useMessages(conversationDay);
  const [line, setLine] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = Number.parseInt(line, 10);
    if (number > 0) onLine(number);
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-1">
      <Input
        aria-label={t("line_number")}
        type="number"
        min={1}
        inputMode="numeric"
        placeholder={t("line_placeholder")}
        className="h-7 w-20"
        value={line}
        onChange={(event) => setLine(event.target.value)}
      />
      <Button size="sm" type="submit" disabled={line === ""}>
        {t("go")}
      </Button>
    </form>
  );
}
