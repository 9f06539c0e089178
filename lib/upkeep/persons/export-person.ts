import { z } from "zod";
import { findWaysIn } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { selectOfPerson } from "@/lib/db/sql/persons";
import { invalidField } from "@/lib/kernel/errors";
import type { FoundPerson } from "./person";
import { PLACES, type Place } from "./places";

/** Besides what an erasure goes through: what was learned about the person, and what they did. */
const EXPORTED: readonly Pick<
  Place,
  "table" | "authors" | "names" | "json_names" | "json_authors" | "key"
>[] = [
  ...PLACES,
  { table: "agent_key", names: ["created_by"] },
  { table: "memory", json_names: [{ column: "metadata", field: "developer_id" }] },
  { table: "audit_entry", authors: ["actor"] },
];

const positionSchema = z.object({
  at: z.iso.datetime(),
  place: z.int().min(0),
  after: z.string().nullable(),
});
type Position = z.output<typeof positionSchema>;

const encode = (position: Position) => Buffer.from(JSON.stringify(position)).toString("base64url");

function decode(cursor: string): Position {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw invalidField("/cursor", "is not a cursor of this export; leave it out to start again");
  }
}

/** When the export began that a cursor goes on with. @throws AppError invalid_input */
export const exportBegunAt = (cursor: string): Date => new Date(decode(cursor).at);

type Page = { records: { table: string; row: Record<string, unknown> }[]; next_cursor: string | null };

/** One page of what an organization has of a person; the first begins with the account. */
export async function exportPerson(
  db: Db,
  {
    found,
    is_self,
    bound_to,
    cursor,
    limit,
    at: begun,
  }: {
    found: FoundPerson;
    is_self: boolean;
    /** The organization that the asking login is bound to: of the ways to sign in it sees those of it; null: all. */
    bound_to: string | null;
    cursor: string | undefined;
    limit: number;
    /** When the first page was asked for. */
    at: Date;
  },
): Promise<Page> {
  const at = begun.toISOString();
  const records: Page["records"] =
    cursor === undefined ? await accountOf(db, found, { is_self, bound_to }) : [];
  let position: Position = cursor === undefined ? { at, place: 0, after: null } : decode(cursor);
  for (;;) {
    const place = EXPORTED[position.place];
    if (!place) return { records, next_cursor: null };
    const wanted = limit - records.length;
    if (wanted <= 0) return { records, next_cursor: encode(position) };
    const rows = await selectOfPerson(db, place, { ...found, after: position.after, limit: wanted });
    records.push(...rows.map(({ row }) => ({ table: place.table, row })));
    const last = rows.at(-1);
    position =
      rows.length < wanted || !last
        ? { at, place: position.place + 1, after: null }
        : { at, place: position.place, after: last.key };
  }
}

/** How somebody signs in on this server is shown to them alone. */
async function accountOf(
  db: Db,
  { record, member, names }: FoundPerson,
  { is_self, bound_to }: { is_self: boolean; bound_to: string | null },
): Promise<Page["records"]> {
  if (record === null) return [{ table: "person", row: { names } }];
  const { person } = record;
  const account = [{ table: "person", row: person }, ...(member ? [{ table: "member", row: member }] : [])];
  if (!is_self) return account;
  const { accounts, login_links, passkeys } = await findWaysIn(db, { person_id: person.id, bound_to });
  return [
    ...account,
    ...accounts.map((row) => ({ table: "person_account", row })),
    ...login_links.map((row) => ({ table: "login_link", row })),
    ...passkeys.map((row) => ({ table: "passkey", row })),
  ];
}
