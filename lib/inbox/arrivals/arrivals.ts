import { jobActor, listAllMembers } from "@/lib/access";
import { type Database, type Db, transaction } from "@/lib/db/client";
import { type ArrivalRow, findArrivals } from "@/lib/db/sql/inbox";
import { actorRef, type Tenant } from "@/lib/kernel/actor";
import { oneOf } from "@/lib/kernel/one-of";
import { publish } from "@/lib/notifications";
import { WAITING_RULES } from "@/lib/reviews";
import { INBOX_KINDS, type InboxKind } from "../contract";
import { decidesOn } from "../items/deciding";
import { itemPath } from "../items/paths";
import { findScannedTo, putScannedTo } from "./queries";

/** Of one, and of several. */
const WORDS: Readonly<Record<InboxKind, readonly [string, string]>> = {
  proposal: ["A proposal waits", "proposals wait"],
  drift: ["A memory drifted", "memories drifted"],
  suspicious_head: ["A commit is suspicious", "commits are suspicious"],
  conflict: ["Memories contradict each other", "conflicts were found"],
  quarantine: ["A text was quarantined", "texts were quarantined"],
  suggestion: ["An agent suggests a change", "changes were suggested by agents"],
  unclassified: ["Findings have no rule", "groups of findings have no rule"],
  failure: ["A failure came back", "failures came back"],
  import: ["An import waits to be confirmed", "imports wait to be confirmed"],
};

/** What is said of arrivals of a kind; nothing is quoted of what addresses a reader. */
function titleOf({ count, title }: ArrivalRow, kind: InboxKind): string {
  const [one, several] = WORDS[kind];
  if (count > 1) return `${count} ${several}`;
  if (kind === "quarantine") return one;
  return `${one}: ${title}`;
}

function pathOf({ count, subject_id }: ArrivalRow, kind: InboxKind): string {
  if (count === 1) return itemPath({ kind, subject_id });
  return `/inbox?${new URLSearchParams({ kind })}`;
}

/**
 * What began to wait is looked for up to this long ago. A transaction begins within 10 seconds and ends within
 * 15 more: what is dated earlier is stored by now, or never will be.
 */
const SETTLED_MS = 30_000;

/**
 * Notifies people of what began to wait since the last time. The first time only begins to count: what waits
 * already is in the inbox.
 */
export async function announceArrivals(
  db: Database,
  { organization_id, now }: Tenant & { now: Date },
): Promise<void> {
  await transaction(db, async (tx) => {
    const until = new Date(now.getTime() - SETTLED_MS);
    const after = await findScannedTo(tx, { organization_id });
    // A clock that was put back would have what is known already said again.
    if (after !== null && after >= until) return;
    // Of two runs at once, the second one waits here for the first, which announces what arrived.
    if (!(await putScannedTo(tx, { organization_id, before: after, scanned_to: until }))) return;
    if (after !== null) await announceItems(tx, { organization_id, after, until, now });
  });
}

async function announceItems(
  tx: Db,
  { organization_id, after, until, now }: Tenant & { after: Date; until: Date; now: Date },
): Promise<void> {
  const arrivals = await findArrivals(tx, {
    organization_id,
    kinds: INBOX_KINDS,
    rules: WAITING_RULES,
    after,
    until,
  });
  if (arrivals.length === 0) return;
  const people = await listAllMembers(tx, { organization_id });
  const actor = actorRef(jobActor(organization_id, "inbox_arrivals"));
  for (const arrival of arrivals) {
    const kind = oneOf(INBOX_KINDS, arrival.kind);
    const mayDecide = people.filter(({ role }) => decidesOn(role, kind));
    await publish(tx, {
      organization_id,
      happening: {
        kind,
        title: titleOf(arrival, kind),
        path: pathOf(arrival, kind),
        count: arrival.count,
        actor,
        person_ids: mayDecide.map(({ person_id }) => person_id),
      },
      now,
    });
  }
}
