import { findMemberOfPerson, findPersonRecord, isInAudit, namesOfOthers } from "@/lib/access";
import type { Member } from "@/lib/access/contract";
import type { Db } from "@/lib/db/client";
import type { OfPerson } from "@/lib/db/sql/persons";
import { AppError, invalidField } from "@/lib/kernel/errors";

export type Asked = { person_id?: string; names: readonly string[] };

type PersonRecord = NonNullable<Awaited<ReturnType<typeof findPersonRecord>>>;

/** A person as an organization knows them. `record` and `member` are null for a developer whom only reviews name. */
export type FoundPerson = OfPerson & {
  record: PersonRecord | null;
  member: (Member & { git_authors: string[] }) | null;
  shared_names: string[];
};

/**
 * @throws AppError not_found for somebody who never was of this organization, invalid_input for nobody or for a name that
 * belongs to another member.
 */
export async function findPerson(
  db: Db,
  { organization_id, person_id, names: further }: Asked & { organization_id: string },
): Promise<FoundPerson> {
  if (person_id === undefined && further.length === 0)
    throw invalidField("/person_id", "is needed, or a name in `names`");
  const known = person_id === undefined ? null : await findKnown(db, { organization_id, person_id });
  const others = { organization_id, person_id: person_id ?? null };
  const asked = await namesOfOthers(db, { ...others, names: further });
  const taken = further.findIndex((name) => asked.has(name));
  if (taken >= 0)
    throw invalidField(`/names/${taken}`, "is a name of another member; name only this person's");
  const own = known
    ? [known.record.person.name, known.record.person.email, ...(known.member?.git_authors ?? [])]
    : [];
  const shared = await namesOfOthers(db, { ...others, names: own });
  return {
    organization_id,
    person_id: person_id ?? null,
    names: [...new Set([...own.filter((name) => !shared.has(name)), ...further])],
    shared_names: [...shared],
    record: known?.record ?? null,
    member: known?.member ?? null,
  };
}

async function findKnown(
  db: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
) {
  const member = await findMemberOfPerson(db, { organization_id, person_id });
  const was_here = member !== null || (await isInAudit(db, { organization_id, person_id }));
  const record = was_here ? await findPersonRecord(db, { person_id }) : null;
  if (!record)
    throw new AppError("not_found", "This person is not a member, and never changed anything here.");
  return { member, record };
}
