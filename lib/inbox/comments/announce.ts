import type { Db } from "@/lib/db/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { publish } from "@/lib/notifications";

/** Notifies those whom a comment mentions of that, and others who take part in the item of the comment. */
export async function announceComment(
  tx: Db,
  {
    organization_id,
    what,
    path,
    author,
    mentioned,
    heard,
    now,
  }: Tenant & {
    /** What the item is called in a sentence. */
    what: string;
    path: string;
    author: ActorRef;
    /** Ids of members. */
    mentioned: readonly string[];
    /** Ids of members who commented before or look at the item. */
    heard: readonly string[];
    now: Date;
  },
): Promise<void> {
  const about = { path, count: 1, actor: author };
  if (mentioned.length > 0)
    await publish(tx, {
      organization_id,
      happening: {
        ...about,
        kind: "mention",
        title: `${author.name} mentioned you on ${what}`,
        person_ids: mentioned,
      },
      now,
    });
  await publish(tx, {
    organization_id,
    happening: {
      ...about,
      kind: "comment",
      title: `${author.name} commented on ${what}`,
      person_ids: heard.filter((id) => !mentioned.includes(id)),
    },
    now,
  });
}
