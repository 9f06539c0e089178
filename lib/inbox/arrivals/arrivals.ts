import { jobActor, listAllMembers } from "@/lib/access";
import { type Database, type Db, transaction } from "@/lib/db/client";
import { type ArrivalRow, findArrivals } from "@/lib/db/sql/inbox";
import { actorRef, type Tenant } from "@/lib/kernel/actor";
import { oneOf } from "@/lib/kernel/one-of";
import { publish } from "@/lib/notifications";
import { WAITING_RULES } from "@/lib/reviews";
import { mentionedIn } from "../comments/mentions";
import { INBOX_KINDS, type InboxKind } from "../contract";
import { decidesOn } from "../items/deciding";
import { itemPath } from "../items/paths";
import { findProposalRemarks, findScannedTo, putScannedTo } from "./queries";

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
 * Notifies people of what began to wait since the last time, and of their names in comments on proposals. The first time
 * only begins to count: what waits already is in the inbox.
 */
export async function announceArrivals(
  db: Database,
  { organization_id, now }: Tenant & { now: Date },
): Promise<void> {
  await transaction(db, async (tx) => {
    const after = await findScannedTo(tx, { organization_id });
    // A clock that was put back would have what is known already said again.
    if (after !== null && after >= now) return;
    await putScannedTo(tx, { organization_id, scanned_to: now });
    if (after === null) return;
    const people = await listAllMembers(tx, { organization_id });
    await announceItems(tx, { organization_id, people, after, now });
    await announceRemarks(tx, { organization_id, people, after, now });
  });
}

type Span = Tenant & { people: Awaited<ReturnType<typeof listAllMembers>>; after: Date; now: Date };

async function announceItems(tx: Db, { organization_id, people, after, now }: Span): Promise<void> {
  const arrivals = await findArrivals(tx, {
    organization_id,
    kinds: INBOX_KINDS,
    rules: WAITING_RULES,
    after,
    until: now,
  });
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

async function announceRemarks(tx: Db, { organization_id, people, after, now }: Span): Promise<void> {
  const remarks = await findProposalRemarks(tx, { organization_id, after, until: now });
  for (const { proposal_id, title, body, author } of remarks) {
    const mentioned = mentionedIn(body, people);
    if (mentioned.length === 0) continue;
    await publish(tx, {
      organization_id,
      happening: {
        kind: "mention",
        title: `${author.name} mentioned you on the proposal ${title}`,
        path: `/proposals/${proposal_id}`,
        count: 1,
        actor: { kind: "person", id: author.id, name: author.name },
        person_ids: mentioned.map(({ person_id }) => person_id),
      },
      now,
    });
  }
}
