import { z } from "zod";
import type { Db } from "@/lib/db/client";
import { selectOfPerson } from "@/lib/db/sql/persons";
import { invalidField } from "@/lib/kernel/errors";
import type { FoundPerson } from "./person";
import { PLACES, type Place } from "./places";

/** Besides what an erasure goes through: what was learned about the person, and what they did. */
const EXPORTED: readonly Pick<Place, "table" | "authors" | "names" | "json_names" | "key">[] = [
  ...PLACES,
  { table: "agent_key", names: ["created_by"] },
  { table: "memory", json_names: [{ column: "metadata", field: "developer_id" }] },
  { table: "audit_entry", authors: ["actor"] },
];

const positionSchema = z.object({ place: z.int().min(0), after: z.string().nullable() });
type Position = z.output<typeof positionSchema>;

const encode = (position: Position) => Buffer.from(JSON.stringify(position)).toString("base64url");

function decode(cursor: string): Position {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw invalidField("/cursor", "is not a cursor of this export; leave it out to start again");
  }
}

type Page = { records: { table: string; row: Record<string, unknown> }[]; next_cursor: string | null };

/** One page of what an organization has of a person; the first begins with the account. */
export async function exportPerson(
  db: Db,
  {
    found,
    is_self,
    cursor,
    limit,
  }: { found: FoundPerson; is_self: boolean; cursor: string | undefined; limit: number },
): Promise<Page> {
  const records: Page["records"] = cursor === undefined ? accountOf(found, is_self) : [];
  let position: Position = cursor === undefined ? { place: 0, after: null } : decode(cursor);
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
        ? { place: position.place + 1, after: null }
        : { place: position.place, after: last.key };
  }
}

/** How somebody signs in on this server is shown to them alone. */
function accountOf({ record, member, names }: FoundPerson, is_self: boolean): Page["records"] {
  if (record === null) return [{ table: "person", row: { names } }];
  const { person, accounts, login_links, passkeys } = record;
  return [
    { table: "person", row: person },
    ...(member ? [{ table: "member", row: member }] : []),
    ...(is_self ? accounts.map((row) => ({ table: "person_account", row })) : []),
    ...(is_self ? login_links.map((row) => ({ table: "login_link", row })) : []),
    ...(is_self ? passkeys.map((row) => ({ table: "passkey", row })) : []),
  ];
}
