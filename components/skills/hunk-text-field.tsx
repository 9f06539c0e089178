"use client";

import { RotateCcw } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { Textarea } from "@/components/ui/textarea";
import { proposalReview } from "@/messages/compiled/proposal-review";

export type HunkEditing = {
  taken: boolean;
  /** Whether it was left out just now. */
  isNew: boolean;
  editing: boolean;
  edited: boolean;
  /** The lines that it writes. */
  text: string;
  error: string | undefined;
  /** Why it is left out. */
  reason: string;
  onReason: (reason: string) => void;
  onTake: (taken: boolean) => void;
  onEdit: (editing: boolean) => void;
  onText: (text: string) => void;
  onReset: () => void;
};

/** Why a hunk is left out: kept with it, and read by the next draft about the same. */
export function HunkReasonField({ editing }: { editing: HunkEditing }) {
  const t = useMessages(proposalReview);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const wasLeftOut = useRef(editing.isNew);
  // A reason is asked for where a hunk is left out, not where one that was is shown again.
  useEffect(() => {
    if (wasLeftOut.current) textarea.current?.focus();
  }, []);
  return (
    <div className="border-b bg-sunken px-3 py-2">
      <Field label={t("left_out_reason")} hint={t("left_out_hint")}>
        {(control) => (
          <Textarea
            {...control}
            ref={textarea}
            value={editing.reason}
            maxLength={4000}
            spellCheck
            className="max-h-48 text-sm"
            onChange={(event) => editing.onReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.stopPropagation();
              event.currentTarget.blur();
            }}
          />
        )}
      </Field>
    </div>
  );
}

/** The wording of a hunk, to be changed by the decider. It takes the focus when it appears. */
export function HunkTextField({ editing }: { editing: HunkEditing }) {
  const t = useMessages(proposalReview);
  const textarea = useRef<HTMLTextAreaElement>(null);
  useEffect(() => textarea.current?.focus(), []);
  return (
    <div className="flex flex-col gap-2 border-b bg-sunken px-3 py-3">
      <Field label={t("proposed_text")} hint={t("proposed_text_hint")} error={editing.error}>
        {(control) => (
          <Textarea
            {...control}
            ref={textarea}
            value={editing.text}
            spellCheck
            className="max-h-96 font-mono text-xs"
            onChange={(event) => editing.onText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.stopPropagation();
              editing.onEdit(false);
            }}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" disabled={!editing.edited} onClick={editing.onReset}>
          <RotateCcw aria-hidden />
          {t("back_to_draft")}
        </Button>
        <Button size="sm" onClick={() => editing.onEdit(false)}>
          {t("done")}
        </Button>
      </div>
    </div>
  );
}
