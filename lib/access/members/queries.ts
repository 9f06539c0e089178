import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { lockOrganization } from "@/lib/db/sql/skills";
import { invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { decodeCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { ROLES, type Role } from "@/lib/kernel/permissions";
import type { Member } from "../contract";

const withPerson = { person: true } satisfies Prisma.memberInclude;

function toMember(row: Prisma.memberGetPayload<{ include: typeof withPerson }>): Member {
  return {
    id: row.id,
    person_id: row.person_id,
    name: row.person.name,
    email: row.person.email,
    role: toRole(row.role),
    created_at: row.created_at.toISOString(),
  };
}

function toRole(role: string): Role {
  const known = ROLES.find((item) => item === role);
  if (!known) throw new Error(`unknown role in the database: ${role}`);
  return known;
}

export async function listMembers(
  db: Db,
  { organization_id, cursor, limit }: { organization_id: string } & Paging,
): Promise<Page<Member>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.memberWhereInput = { organization_id };
  const [rows, total] = await Promise.all([
    db.member.findMany({
      where: after ? { ...where, id: { gt: after.id } } : where,
      include: withPerson,
      orderBy: { id: "asc" },
      take: limit + 1,
    }),
    db.member.count({ where }),
  ]);
  return toPage(rows.map(toMember), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

export async function listAllMembers(db: Db, { organization_id }: { organization_id: string }) {
  const rows = await db.member.findMany({
    where: { organization_id },
    include: withPerson,
    orderBy: { id: "asc" },
  });
  return rows.map(toMember);
}

export async function findMember(
  db: Db,
  { organization_id, member_id }: { organization_id: string; member_id: string },
) {
  const row = await db.member.findUnique({
    where: { organization_id_id: { organization_id, id: member_id } },
    include: withPerson,
  });
  return row && toMember(row);
}

/** The member that a person is here, with the names that they claimed. */
export async function findMemberOfPerson(
  db: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<(Member & { git_authors: string[] }) | null> {
  const row = await db.member.findUnique({
    where: { organization_id_person_id: { organization_id, person_id } },
    include: withPerson,
  });
  return row && { ...toMember(row), git_authors: row.git_authors };
}

/** Those of the names that a member goes by who is not this person. */
export async function namesOfOthers(
  db: Db,
  {
    organization_id,
    person_id,
    names,
  }: { organization_id: string; person_id: string | null; names: readonly string[] },
): Promise<Set<string>> {
  const list = [...names];
  const rows = await db.member.findMany({
    where: {
      organization_id,
      ...(person_id !== null && { person_id: { not: person_id } }),
      OR: [
        { git_authors: { hasSome: list } },
        { person: { OR: [{ name: { in: list } }, { email: { in: list } }] } },
      ],
    },
    include: withPerson,
  });
  const taken = new Set(
    rows.flatMap(({ person, git_authors }) => [person.name, person.email, ...git_authors]),
  );
  return new Set(list.filter((name) => taken.has(name)));
}

/**
 * By which names evaluations know a member: those of the account, which a sign-in proved, and those the member claimed.
 * None for who is no member.
 */
export async function gitAuthorsOf(
  db: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<{ known_as: string[]; git_authors: string[] }> {
  const row = await db.member.findUnique({
    where: { organization_id_person_id: { organization_id, person_id } },
    include: withPerson,
  });
  if (row) return { known_as: [row.person.name, row.person.email], git_authors: row.git_authors };
  return { known_as: [], git_authors: [] };
}

/**
 * Replaces the names that a member claims.
 * @throws AppError invalid_input for one that is another member's already.
 */
export async function claimGitAuthors(
  tx: Db,
  {
    organization_id,
    person_id,
    git_authors,
  }: { organization_id: string; person_id: string; git_authors: readonly string[] },
): Promise<void> {
  const names = [...git_authors];
  // Of two members who claim a name at once, one comes second.
  await lockOrganization(tx, { organization_id });
  const others = await tx.member.findMany({
    where: {
      organization_id,
      person_id: { not: person_id },
      OR: [
        { git_authors: { hasSome: names } },
        { person: { OR: [{ name: { in: names } }, { email: { in: names } }] } },
      ],
    },
    include: withPerson,
  });
  for (const [index, name] of names.entries()) {
    const normalized = others.some(
      ({ person, git_authors: claimed }) =>
        person.name === name || person.email === name || claimed.includes(name),
    );
    if (normalized)
      throw invalidField(`/git_authors/${index}`, "is another member's; ask them, or an owner, about it");
  }
  await tx.member.updateMany({ where: { organization_id, person_id }, data: { git_authors: names } });
}

export async function countOwners(db: Db, { organization_id }: { organization_id: string }): Promise<number> {
  return db.member.count({ where: { organization_id, role: "owner" } });
}

export async function insertMember(
  db: Db,
  params: { organization_id: string; person_id: string; role: Role },
) {
  const row = await db.member.create({ data: { id: newId(), ...params }, include: withPerson });
  return toMember(row);
}

export async function updateMemberRole(
  db: Db,
  { organization_id, member_id, role }: { organization_id: string; member_id: string; role: Role },
) {
  const row = await db.member.update({
    where: { organization_id_id: { organization_id, id: member_id } },
    data: { role },
    include: withPerson,
  });
  return toMember(row);
}

export async function deleteMember(
  db: Db,
  { organization_id, member_id }: { organization_id: string; member_id: string },
) {
  await db.member.delete({ where: { organization_id_id: { organization_id, id: member_id } } });
}
