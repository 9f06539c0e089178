import { type Actor, maySeeRepository } from "@/lib/kernel/actor";
import type { Session } from "./contract";

type Opened = Pick<Session, "actor" | "repository">;

const isOpener = (actor: Actor, { actor: opener }: Opened) =>
  opener.kind === actor.kind && opener.id === actor.id;

/**
 * People, and keys that are bound to no repository, see the sessions of all that they may see. One without a repository may
 * have worked in one that is not registered, which is nobody's business who is bound to others.
 */
export function maySeeSession(actor: Actor, session: Opened): boolean {
  if (session.repository === null) return actor.repository_ids === null || isOpener(actor, session);
  return maySeeRepository(actor, session.repository.id);
}

/** Who ends a session ends what was learned for it alone, so no other agent does. */
export function mayEndSession(actor: Actor, session: Opened): boolean {
  return actor.kind !== "agent" || isOpener(actor, session);
}
