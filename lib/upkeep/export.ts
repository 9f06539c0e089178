import { z } from "zod";
import { findOrganization, listAllMembers } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { countRows, findTableShapes, selectRows, type TableShape } from "@/lib/db/sql/exchange";
import { AppError, invalidField } from "@/lib/kernel/errors";
import packageJson from "@/package.json";
import { EXPORT_VERSION, type ExportHeader, type ExportRecord } from "./contract";
import { idsBefore } from "./mapping";
import { CARRIED, type Carried, LEFT_OUT, SECRETS_LEFT_OUT } from "./tables";

/** Where an export stands: the table, after which key, and what is exported at all. */
const positionSchema = z.object({
  at: z.iso.datetime(),
  table: z.int().min(0),
  /** The columns of `later` are gone through after the table's rows, by number; null: the rows themselves. */
  later: z.int().min(0).nullable(),
  after: z.array(z.string()).nullable(),
});
type Position = z.output<typeof positionSchema>;

const encode = (position: Position) => Buffer.from(JSON.stringify(position)).toString("base64url");

function decode(cursor: string): Position {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw invalidField("/cursor", "is not a cursor of an export; leave it out to start again");
  }
}

/** When the export began that a cursor goes on with. @throws AppError invalid_input */
export const exportBegunAt = (cursor: string): Date => new Date(decode(cursor).at);

/**
 * One page of an export. All pages leave out what came after the first one was asked for, by the ids, which carry
 * their time: so what a record refers to is in the file, and no transaction is held while somebody writes a file.
 */
export async function exportPage(
  db: Db,
  {
    organization_id,
    cursor,
    limit,
    now,
  }: { organization_id: string; cursor: string | undefined; limit: number; now: Date },
): Promise<{ header: ExportHeader | null; records: ExportRecord[]; next_cursor: string | null }> {
  const shapes = await findTableShapes(
    db,
    CARRIED.map(({ table }) => table),
  );
  const started: Position = { at: now.toISOString(), table: 0, later: null, after: null };
  let position: Position | null = cursor === undefined ? started : decode(cursor);
  const header = cursor === undefined ? await headerOf(db, organization_id, now) : null;
  const records: ExportRecord[] = [];
  while (position && records.length < limit) {
    const here: Position = position;
    const carried = CARRIED[here.table];
    if (!carried) {
      position = null;
      break;
    }
    const shape = shapeOf(shapes, carried.table);
    const wanted = limit - records.length;
    const rows = await rowsAt(db, { organization_id, carried, shape, position: here, limit: wanted });
    records.push(...rows.map((row) => recordOf(carried, here, row, shape)));
    position = rows.length < wanted ? nextStep(carried, here) : afterRow(here, shape, rows.at(-1));
  }
  return { header, records, next_cursor: position && encode(position) };
}

function shapeOf(shapes: Map<string, TableShape>, table: string): TableShape {
  const shape = shapes.get(table);
  if (!shape || shape.columns.length === 0) throw new Error(`the table ${table} does not exist; migrate`);
  return shape;
}

/** The columns of a table that travel with its rows. */
export function columnsOf({ secret = [], later = [], local = [] }: Carried, shape: TableShape): string[] {
  const left = new Set(["organization_id", ...secret, ...later, ...local]);
  return shape.columns.map(({ name }) => name).filter((name) => !left.has(name));
}

function rowsAt(
  db: Db,
  {
    organization_id,
    carried,
    shape,
    position,
    limit,
  }: { organization_id: string; carried: Carried; shape: TableShape; position: Position; limit: number },
) {
  const present = position.later === null ? null : (carried.later?.[position.later] ?? null);
  return selectRows(db, {
    organization_id,
    table: carried.table,
    shape,
    limit,
    present,
    columns: present === null ? columnsOf(carried, shape) : [...shape.key, present],
    after: position.after,
    before: idsBefore(new Date(position.at)),
  });
}

function recordOf(
  { table }: Carried,
  { later }: Position,
  row: Record<string, unknown>,
  shape: TableShape,
): ExportRecord {
  return { table, row: withPlainTimes(row, shape), ...(later !== null && { later: true }) };
}

/** Times in UTC, whatever time zone the database's session is in. */
function withPlainTimes(row: Record<string, unknown>, shape: TableShape): Record<string, unknown> {
  const times = new Set(shape.columns.filter(({ type }) => type === "timestamptz").map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      times.has(name) && typeof value === "string" ? new Date(value).toISOString() : value,
    ]),
  );
}

function afterRow(
  position: Position,
  { key }: TableShape,
  last: Record<string, unknown> | undefined,
): Position {
  if (!last) return position;
  return { ...position, after: key.map((name) => String(last[name])) };
}

function nextStep({ later = [] }: Carried, position: Position): Position {
  const column = position.later === null ? 0 : position.later + 1;
  if (column < later.length) return { ...position, later: column, after: null };
  return { ...position, table: position.table + 1, later: null, after: null };
}

async function headerOf(db: Db, organization_id: string, now: Date): Promise<ExportHeader> {
  const organization = await findOrganization(db, { organization_id });
  if (!organization) throw new AppError("not_found", "This organization does not exist.");
  const members = await listAllMembers(db, { organization_id });
  const counts: Record<string, number> = {};
  for (const { table } of CARRIED) counts[table] = await countRows(db, { organization_id, table });
  return {
    casebook_export: EXPORT_VERSION,
    casebook: packageJson.version,
    exported_at: now.toISOString(),
    organization: { id: organization_id, name: organization.name, settings: organization.settings },
    people: members.map(({ person_id: id, name, email, role }) => ({ id, name, email, role })),
    counts,
    left_out: [...Object.entries(LEFT_OUT).map(([what, why]) => ({ what, why })), ...SECRETS_LEFT_OUT],
  };
}
