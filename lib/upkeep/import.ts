import type { Db } from "@/lib/db/client";
import { isRefusedValue } from "@/lib/db/errors";
import {
  countRows,
  fillColumn,
  findByNature,
  findKeys,
  findPresent,
  findTableShapes,
  insertRows,
  renameSources,
  type TableShape,
} from "@/lib/db/sql/exchange";
import type { ActorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import type { ExportHeader, ExportRecord, ImportAnswer, Skipped } from "./contract";
import { type TakenSettings, takeSettings } from "./exchange/take-settings";
import { columnsOf } from "./export";
import { derivedId, idsIn, isId, renameIds } from "./mapping";
import * as store from "./store";
import { CARRIED, type Carried } from "./tables";

type Row = Record<string, unknown>;
/** `repositories`: the new ones, which are to be fetched. `taken`: the settings that the file's took the place of. */
type Answer = ImportAnswer & { repositories: string[]; taken: TakenSettings | null };

const OF_PERSON = "what people accepted is imported by a person, under Settings → Export and import";

/** What must be empty for an import to keep the ids of its source. */
const CONTENT = ["repository", "memory", "review", "skill", "agent_session", "recall"];

/**
 * Takes in a stretch of an export. Nothing that is there is changed, so importing twice changes nothing; what a record
 * refers to must be there already, which the order of the file sees to. Checks of modules are not repeated: what it
 * brings is marked as imported, and passes the same gates as everything else when it is served.
 * @param params.by what imports it: an agent's key brings nothing that a person must have accepted.
 * @throws AppError when a record is not what this Casebook writes; then nothing of the call is imported.
 */
export async function importRecords(
  tx: Db,
  params: {
    organization_id: string;
    header: ExportHeader;
    records: readonly ExportRecord[];
    by: ActorRef["kind"];
    now: Date;
  },
): Promise<Answer> {
  const { organization_id, header, records, by, now } = params;
  const source_id = header.organization.id;
  const { ids, taken } = await modeOf(tx, params);
  await store.putSource(tx, { organization_id, source_id, name: header.organization.name, ids, now });
  const settings = taken === null ? "kept" : "taken";
  const counts = { created: {}, present: 0, skipped: [], cut: [] };
  const answer: Answer = { ids, settings, ...counts, repositories: [], taken };
  const shapes = await findTableShapes(
    tx,
    CARRIED.map(({ table }) => table),
  );
  const people = new Set(header.people.map(({ id }) => id));
  for (const { table, later, rows } of stretches(records)) {
    const carried = CARRIED.find((each) => each.table === table);
    const shape = shapes.get(table);
    if (!carried || !shape || (carried.accepts && by !== "person")) {
      const reason = carried ? OF_PERSON : "this Casebook has no such table";
      answer.skipped.push(...rows.map((row) => ({ ...nameOf(table, row, []), reason })));
      continue;
    }
    // What the records of an earlier stretch are called may have come with this very call.
    const names = await namesFor(tx, { organization_id, source_id, ids, people, shape, rows });
    const part = {
      organization_id,
      source_id,
      carried,
      shape,
      rows: rows.map((row) => names(row)),
      ids,
      answer,
    };
    await (later ? importLater(tx, part) : importRows(tx, { ...part, originals: rows }));
  }
  return answer;
}

/** How ids are treated; the first import into an organization without content takes over settings too. */
async function modeOf(
  tx: Db,
  params: { organization_id: string; header: ExportHeader; now: Date },
): Promise<{ ids: store.IdsMode; taken: TakenSettings | null }> {
  const { organization_id, header } = params;
  const source_id = header.organization.id;
  if (source_id === organization_id) return { ids: "kept", taken: null };
  const known = await store.findSourceMode(tx, { organization_id, source_id });
  if (known) return { ids: known, taken: null };
  for (const table of CONTENT)
    if ((await countRows(tx, { organization_id, table })) > 0) return { ids: "mapped", taken: null };
  return { ids: "kept", taken: await takeSettings(tx, params) };
}

/** Records of one table that follow each other. */
function stretches(records: readonly ExportRecord[]): { table: string; later: boolean; rows: Row[] }[] {
  const found: { table: string; later: boolean; rows: Row[] }[] = [];
  for (const { table, later = false, row } of records) {
    const last = found.at(-1);
    if (last && last.table === table && last.later === later) last.rows.push(row);
    else found.push({ table, later, rows: [row] });
  }
  return found;
}

/** Puts the names used here into a row: of ids in columns of their own, and of known ids in texts and JSON. */
async function namesFor(
  tx: Db,
  {
    organization_id,
    source_id,
    ids,
    people,
    shape,
    rows,
  }: {
    organization_id: string;
    source_id: string;
    ids: store.IdsMode;
    people: ReadonlySet<string>;
    shape: TableShape;
    rows: readonly Row[];
  },
): Promise<(row: Row) => Row> {
  const record_ids = [...idsIn(rows)];
  const aliases = await store.findAliases(tx, { organization_id, source_id, record_ids });
  const known = (id: string) => aliases.get(id) ?? id;
  const own = (id: string) =>
    aliases.get(id) ?? (ids === "kept" || people.has(id) ? id : derivedId(organization_id, id));
  const typeOf = new Map(shape.columns.map(({ name, type }) => [name, type]));
  const isIdColumn = (name: string) => ["uuid", "_uuid"].includes(typeOf.get(name) ?? "");
  return (row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, renameIds(value, isIdColumn(name) ? own : known)]),
    );
}

type Part = {
  organization_id: string;
  source_id: string;
  carried: Carried;
  shape: TableShape;
  rows: readonly Row[];
  ids: store.IdsMode;
  answer: Answer;
};

const keyOf = (row: Row, key: readonly string[]) => JSON.stringify(key.map((name) => row[name]));

function nameOf(table: string, row: Row, key: readonly string[]): { table: string; id: string } {
  const names = key.length > 0 ? key : ["id"];
  return {
    table,
    id: names
      .map((name) => String(row[name] ?? "?"))
      .join(" ")
      .slice(0, 200),
  };
}

async function importRows(tx: Db, part: Part & { originals: readonly Row[] }): Promise<void> {
  const { organization_id, source_id, carried, shape, answer } = part;
  const { table, upgrade = asItIs } = carried;
  const { key } = shape;
  const columns = columnsOf(carried, shape);
  const whole = part.rows.flatMap((row, at) => {
    const original = part.originals[at] ?? row;
    const lacking = key.find((name) => row[name] === undefined || row[name] === null);
    if (lacking === undefined)
      return [{ row: { ...onlyOf(upgrade(row), columns), ...carried.filled }, original }];
    answer.skipped.push({ ...nameOf(table, original, key), reason: `it has no ${lacking}` });
    return [];
  });
  const aliases = new Map<string, string>();
  const renamed = carried.global ? await renameTaken(tx, part, whole, aliases) : whole;
  const ready = await checkReferences(tx, { ...part, rows: renamed });
  const filledColumns = Object.keys(carried.filled ?? {});
  const written = [...new Set(ready.flatMap(({ row }) => Object.keys(row)))].filter(
    (name) => columns.includes(name) || filledColumns.includes(name),
  );
  const rows = ready.map(({ row }) => row);
  const target = { organization_id, table, key };
  const inserted = await insertRows(tx, { ...target, columns: written, rows }).catch((error: unknown) => {
    if (!isRefusedValue(error)) throw error;
    throw notAsExported(table, error);
  });
  answer.created[table] = (answer.created[table] ?? 0) + inserted.size;
  if (table === "repository")
    answer.repositories.push(
      ...ready.flatMap(({ row }) => {
        if (isId(row.id) && inserted.has(keyOf(row, key))) return [row.id];
        return [];
      }),
    );
  const rest = ready.filter(({ row }) => !inserted.has(keyOf(row, key)));
  const there = await findKeys(tx, { ...target, rows: rest.map(({ row }) => row) });
  const others = rest.filter(({ row }) => !there.has(keyOf(row, key)));
  const { natural } = carried;
  const alike = natural
    ? await findByNature(tx, { organization_id, table, shape, natural, rows: others.map(({ row }) => row) })
    : new Map<string, string>();
  answer.present += rest.length - others.length;
  for (const { row, original } of others) {
    const here = isId(row.id) ? alike.get(row.id) : undefined;
    if (here !== undefined && isId(original.id)) {
      aliases.set(original.id, here);
      answer.present += 1;
    } else
      answer.skipped.push({
        ...nameOf(table, original, key),
        reason: "another record here has the same unique values",
      });
  }
  // Ids in texts and JSON are recognised by these.
  for (const { row, original } of ready)
    if (isId(row.id) && isId(original.id) && row.id !== original.id && !aliases.has(original.id))
      aliases.set(original.id, row.id);
  await store.insertAliases(tx, { organization_id, source_id, aliases });
  const { source_kind } = carried;
  if (source_kind !== undefined) await renameSources(tx, { organization_id, source_kind, names: aliases });
}

const notAsExported = (table: string, cause: unknown): AppError =>
  new AppError(
    "unprocessable",
    `A record of ${table} is not what this Casebook writes. Import the file as it was exported.`,
    { cause },
  );

type Pair = { row: Row; original: Row };

const asItIs = (row: Row): Row => row;

const onlyOf = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));

/** Where ids are one of a kind on the server, another organization may have this one already. */
async function renameTaken(
  tx: Db,
  { organization_id, carried, ids }: Part,
  pairs: readonly Pair[],
  aliases: Map<string, string>,
): Promise<Pair[]> {
  if (ids === "mapped") return [...pairs];
  const { table } = carried;
  const values = pairs.flatMap(({ row }) => {
    if (isId(row.id)) return [row.id];
    return [];
  });
  const own = await findPresent(tx, { organization_id, table, column: "id", type: "uuid", values });
  return pairs.map(({ row, original }) => {
    if (!isId(row.id) || own.has(row.id)) return { row, original };
    const id = derivedId(organization_id, row.id);
    if (isId(original.id)) aliases.set(original.id, id);
    return { row: { ...row, id }, original };
  });
}

/** Leaves out references to what is not here, where a record can do without, and else the record. */
async function checkReferences(
  tx: Db,
  part: Omit<Part, "rows"> & { rows: readonly Pair[] },
): Promise<Pair[]> {
  const { organization_id, carried, shape, answer } = part;
  let pairs = [...part.rows];
  for (const { columns, target, target_columns } of shape.references) {
    const [column] = columns.filter((name) => name !== "organization_id");
    const [target_column] = target_columns.filter((name) => name !== "organization_id");
    if (column === undefined || target_column === undefined || carried.later?.includes(column)) continue;
    const { nullable = false, type = "uuid" } = shape.columns.find(({ name }) => name === column) ?? {};
    const values = [
      ...new Set(
        pairs.flatMap(({ row }) => {
          if (row[column] == null) return [];
          return [String(row[column])];
        }),
      ),
    ];
    const valid = type === "uuid" ? values.filter(isId) : values;
    const here = await findPresent(tx, {
      organization_id,
      table: target,
      column: target_column,
      type,
      values: valid,
    });
    pairs = pairs.flatMap(({ row, original }) => {
      if (row[column] == null || here.has(String(row[column]))) return [{ row, original }];
      const said: Skipped = {
        ...nameOf(carried.table, original, shape.key),
        reason: `its ${column} names a ${target} that is not here`,
      };
      (nullable ? answer.cut : answer.skipped).push(said);
      if (nullable) return [{ row: { ...row, [column]: null }, original }];
      return [];
    });
  }
  return pairs;
}

async function importLater(tx: Db, part: Part): Promise<void> {
  const { organization_id, carried, answer } = part;
  const { table } = carried;
  for (const column of carried.later ?? []) {
    const wanted = part.rows.flatMap(({ id, [column]: value }) => {
      if (isId(id) && isId(value)) return [{ id, value }];
      return [];
    });
    const here = await findPresent(tx, {
      organization_id,
      table,
      column: "id",
      type: "uuid",
      values: wanted.map(({ value }) => value),
    });
    for (const { id, value } of wanted)
      if (!here.has(value))
        answer.cut.push({ table, id, reason: `its ${column} names a ${table} that is not here` });
    const values = wanted.filter(({ value }) => here.has(value));
    await fillColumn(tx, { organization_id, table, column, values });
  }
}
