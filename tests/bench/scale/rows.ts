import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

export type Cell = string | number | null | readonly string[];
/** Of a column its value, by the column's name. */
export type Row = Readonly<Record<string, Cell>>;

const ROWS_A_STATEMENT = 500;

/**
 * Stores rows as they are made, none of them kept: by COPY on a server, by statements of 500 on the embedded database,
 * which takes no COPY.
 */
export async function storeRows(
  bare: pg.Client,
  {
    table,
    columns,
    rows,
    embedded,
  }: { table: string; columns: readonly string[]; rows: Iterable<Row>; embedded: boolean },
): Promise<void> {
  if (embedded) return insertRows(bare, { table, columns, rows });
  const copy = bare.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`));
  await pipeline(Readable.from(linesOf(rows, columns)), copy);
}

/** The rows as COPY reads them. */
export function* linesOf(rows: Iterable<Row>, columns: readonly string[]): Generator<string> {
  for (const row of rows) yield `${columns.map((column) => copyText(row[column] ?? null)).join("\t")}\n`;
}

function copyText(cell: Cell): string {
  if (cell === null) return "\\N";
  if (typeof cell === "number") return String(cell);
  const text = typeof cell === "string" ? cell : `{${cell.map((each) => JSON.stringify(each)).join(",")}}`;
  return text.replace(/[\\\t\n\r]/g, (sign) => `\\${ESCAPED.get(sign) ?? sign}`);
}

const ESCAPED = new Map([
  ["\t", "t"],
  ["\n", "n"],
  ["\r", "r"],
]);

async function insertRows(
  bare: pg.Client,
  { table, columns, rows }: { table: string; columns: readonly string[]; rows: Iterable<Row> },
): Promise<void> {
  const names = columns.join(", ");
  let waiting: Row[] = [];
  const store = async () => {
    await bare.query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(waiting)],
    );
    waiting = [];
  };
  for (const row of rows) {
    waiting.push(row);
    if (waiting.length === ROWS_A_STATEMENT) await store();
  }
  if (waiting.length > 0) await store();
}
