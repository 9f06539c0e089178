"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { memberList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { inbox } from "@/messages/compiled/inbox";

const OFFERED = 5;

/** The beginning of a name at the end of a text, after an @. */
const BEGUN = /(?:^|[^\p{L}\p{N}_])@([\p{L}\p{N}_ ]{0,40})$/u;

/** Members whose name goes on as it was begun after an @. */
export function MentionPicker({ text, onPick }: { text: string; onPick: (text: string) => void }) {
  const t = useMessages(inbox);
  const members = useQuery(operationQuery(memberList, { limit: 200 }));
  const begun = BEGUN.exec(text)?.[1]?.toLowerCase();
  if (begun === undefined) return null;
  const fitting = (members.data?.items ?? [])
    .filter(({ name }) => name.toLowerCase().startsWith(begun) && name.toLowerCase() !== begun)
    .slice(0, OFFERED);
  if (fitting.length === 0) return null;
  return (
    <ul aria-label={t("people")} className="flex flex-wrap gap-1.5">
      {fitting.map(({ person_id, name }) => (
        <li key={person_id}>
          <Button size="sm" onClick={() => onPick(`${text.slice(0, text.length - begun.length)}${name} `)}>
            @{name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
