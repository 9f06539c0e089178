"use client";

import { MessageSquare, Pencil } from "lucide-react";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useMessages } from "@/components/ui/messages";
import type { Hunk } from "@/lib/skills/contract";
import { proposalReview } from "@/messages/compiled/proposal-review";
import { skillsWords } from "@/messages/compiled/skills-words";
import type { HunkEditing } from "./hunk-text-field";
import { HUNK_TERMS } from "./words";

type Marks = {
  /** Whether a comment is being written; null when the person may not. */
  commenting: boolean | null;
  onComment: (commenting: boolean) => void;
  /** Whether the person has looked at it; null once it is decided. */
  seen: boolean | null;
  onSeen: (seen: boolean) => void;
};

/** What became of a hunk that is not open to the person. */
function DecidedHunk({ hunk }: { hunk: Hunk }) {
  const t = useMessages(proposalReview);
  const words = useMessages(skillsWords);
  const wasEdited = hunk.edited_text !== null && hunk.edited_text !== hunk.proposed_text;
  return (
    <>
      {wasEdited && <Badge tone="quiet">{t("edited_at_approval")}</Badge>}
      {hunk.decision !== "open" && <StatusBadge term={HUNK_TERMS[hunk.decision]} t={words} />}
    </>
  );
}

/** The head of a hunk on its right: what the person can do with it, or what became of it. */
export function HunkActions({
  hunk,
  editing,
  onSelect,
  commenting,
  onComment,
  seen,
  onSeen,
}: Marks & { hunk: Hunk; editing: HunkEditing | null; onSelect: () => void }) {
  const t = useMessages(proposalReview);
  if (editing === null) return <DecidedHunk hunk={hunk} />;
  return (
    <>
      {seen !== null && (
        <label htmlFor={`seen-${hunk.id}`} className="inline-flex h-7 cursor-pointer items-center gap-2 px-1">
          <Checkbox
            id={`seen-${hunk.id}`}
            checked={seen}
            onCheckedChange={(checked) => onSeen(checked === true)}
          />{" "}
          {t("viewed")}{" "}
        </label>
      )}
      {commenting !== null && (
        <Button size="sm" variant="ghost" aria-expanded={commenting} onClick={() => onComment(!commenting)}>
          <MessageSquare aria-hidden />
          {t("comment")}
        </Button>
      )}
      {editing.edited && <Badge tone="primary">{t("edited_by_you")}</Badge>}
      <Button
        size="sm"
        variant="ghost"
        aria-expanded={editing.editing}
        disabled={!editing.taken}
        onClick={() => {
          onSelect();
          editing.onEdit(!editing.editing);
        }}
      >
        <Pencil aria-hidden />
        {t("edit")}
      </Button>
      <label
        htmlFor={`take-${hunk.id}`}
        className="inline-flex h-7 cursor-pointer items-center gap-2 px-1 text-foreground"
      >
        <Checkbox
          id={`take-${hunk.id}`}
          checked={editing.taken}
          onCheckedChange={(checked) => editing.onTake(checked === true)}
        />{" "}
        {t("include")}{" "}
      </label>
    </>
  );
}
