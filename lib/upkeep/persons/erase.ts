import {
  countOwners,
  deleteMember,
  deletePersonOfNobody,
  endAccessOfPerson,
  eraseFromAudit,
  FORMER_MEMBER,
} from "@/lib/access";
import type { Db } from "@/lib/db/client";
import {
  countMentioningComments,
  countOfPerson,
  deleteOfPerson,
  endKeysOfPerson,
  eraseRemains,
  findKeysOfPerson,
  findMemoriesOfPerson,
  findMentions,
  replaceNames,
  retitleNotifications,
} from "@/lib/db/sql/persons";
import { purgeMemories } from "@/lib/db/sql/purge";
import { lockOrganization } from "@/lib/db/sql/skills";
import { AppError } from "@/lib/kernel/errors";
import { ownDrafter } from "@/lib/skills/contract";
import type { ErasureImpact, ErasurePart } from "./contract";
import type { FoundPerson } from "./person";
import { PLACES, type Place } from "./places";

const MENTIONS = 100;

/** Places whose rows go when what a person wrote is erased. Memories are purged with what belongs to them. */
const COMMENTS = ["proposal_comment", "inbox_comment"] as const;
const WRITTEN: readonly string[] = COMMENTS;

type Erasure = { found: FoundPerson; written: "keep" | "erase" };

const isErased = (place: Place, written: "keep" | "erase") =>
  place.fate === "erased" || (written === "erase" && WRITTEN.includes(place.table));

/** What an erasure does, counted as it is now. */
export async function impactOf(db: Db, { found, written }: Erasure): Promise<ErasureImpact> {
  const { organization_id, names, record } = found;
  const about = await findMemoriesOfPerson(db, { ...found, written: false });
  const gone = await findMemoriesOfPerson(db, { ...found, written: written === "erase" });
  const parts: ErasurePart[] = [{ what: "preferences", count: about.length, fate: "erased" }];
  if (written === "erase")
    parts.push({ what: "memories by them", count: gone.length - about.length, fate: "erased" });
  for (const place of PLACES) {
    const { what, fate } = place;
    const count = await countOfPerson(db, place, found);
    if (count > 0) parts.push({ what, count, fate: isErased(place, written) ? "erased" : fate });
  }
  const keys = await findKeysOfPerson(db, found);
  parts.push({ what: "keys", count: keys.length, fate: "revoked" });
  const erased = new Set(gone);
  const mentioned = await findMentions(db, { organization_id, names, limit: MENTIONS });
  const mentioned_in = mentioned.filter((id) => !erased.has(id));
  parts.push({
    what: "memories that mention a name",
    count: mentioned_in.length,
    fate: "kept_for_reading",
  });
  const commented = await mentioningComments(db, { found, written });
  parts.push({ what: "comments that mention a name", count: commented, fate: "kept_for_reading" });
  return {
    person: record && { id: record.person.id, name: record.person.name, email: record.person.email },
    names: [...names],
    shared_names: found.shared_names,
    parts: parts.filter(({ count }) => count > 0),
    keys,
    mentioned_in,
    account: accountAfter(found),
  };
}

/** How many comments are left in whose text somebody names the person. */
async function mentioningComments(db: Db, { found, written }: Erasure): Promise<number> {
  const others = written === "erase";
  let count = 0;
  for (const table of COMMENTS) count += await countMentioningComments(db, { ...found, table, others });
  return count;
}

/** An account stays where another organization has the person as a member, or expects them. */
function accountAfter({ organization_id, record }: FoundPerson): ErasureImpact["account"] {
  if (record === null) return "none";
  if ([...record.known_to].some((id) => id !== organization_id)) return "stays";
  return "removed";
}

/**
 * Erases a person from an organization, in the caller's transaction. A second time finds nothing more.
 * @throws AppError unprocessable for the only owner.
 */
export async function erase(tx: Db, { found, written, now }: Erasure & { now: Date }): Promise<void> {
  const { organization_id, person_id, record } = found;
  await lockOrganization(tx, { organization_id });
  await keepAnOwner(tx, found);
  const memory_ids = await findMemoriesOfPerson(tx, { ...found, written: written === "erase" });
  await purgeMemories(tx, { organization_id, memory_ids });
  await retitleNotifications(tx, { ...found, name: FORMER_MEMBER });
  for (const place of PLACES) {
    if (isErased(place, written)) await deleteOfPerson(tx, place, found);
    else await replaceNames(tx, place, { ...found, name: FORMER_MEMBER });
  }
  await endKeysOfPerson(tx, { ...found, name: FORMER_MEMBER, now });
  await eraseRemains(tx, {
    ...found,
    name: FORMER_MEMBER,
    drafter: ownDrafter(FORMER_MEMBER),
    drafters: found.names.map(ownDrafter),
  });
  if (person_id === null || record === null) return;
  await eraseFromAudit(tx, { organization_id, person_id });
  await endAccessOfPerson(tx, { organization_id, person_id });
  if (found.member) await deleteMember(tx, { organization_id, member_id: found.member.id });
  await deletePersonOfNobody(tx, { person_id });
}

async function keepAnOwner(tx: Db, { organization_id, member }: FoundPerson): Promise<void> {
  if (member?.role === "owner" && (await countOwners(tx, { organization_id })) <= 1)
    throw new AppError("unprocessable", "This is the only owner; make another member an owner first.");
}
