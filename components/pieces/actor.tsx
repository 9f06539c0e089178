"use client";

import { Bot, CircleUser, Cog, type LucideIcon } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { pieces } from "@/messages/compiled/pieces";
import type { PlainKey } from "@/messages/message";

export type ActorIdentity = {
  kind: "person" | "agent" | "job";
  name: string;
  /** The role of an agent (`reviewer`), or the role of a person. */
  detail?: string | null;
};

const ACTORS: Record<ActorIdentity["kind"], { icon: LucideIcon; word: PlainKey<typeof pieces> }> = {
  person: { icon: CircleUser, word: "person" },
  agent: { icon: Bot, word: "agent" },
  job: { icon: Cog, word: "job" },
};

/** Who did it: a person, an agent or a job. */
export function Actor({ actor, className }: { actor: ActorIdentity; className?: string }) {
  const t = useMessages(pieces);
  const { icon: Icon, word } = ACTORS[actor.kind];
  return (
    <span className={cn("inline-flex min-w-0 max-w-full items-center gap-1.5", className)}>
      <Icon role="img" aria-label={t(word)} className="size-3.5 shrink-0 text-muted-foreground" />
      <span className="truncate" title={actor.name}>
        {actor.name}
      </span>
      {actor.detail && (
        <span className="max-w-1/2 shrink-0 truncate text-muted-foreground">{actor.detail}</span>
      )}
    </span>
  );
}
