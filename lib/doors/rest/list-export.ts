import { z } from "zod";
import { recordRead } from "@/lib/access";
import { type Contract, pathParameters } from "@/lib/kernel/contract";
import { BYTE_ORDER_MARK, csvColumns, csvLine, csvRow } from "@/lib/kernel/csv";
import { AppError, invalidField } from "@/lib/kernel/errors";
import {
  EXPORT_FIELDS,
  exportSchema,
  hasPages,
  MAX_EXPORTED_ROWS,
  rowOfList,
} from "@/lib/kernel/list-export";
import { MAX_PAGE_SIZE } from "@/lib/kernel/pagination";
import type { AnyOperation, Context } from "@/lib/runtime/operation";
import { run } from "@/lib/runtime/run";
import { inTurn } from "../limits";

type Asked = z.output<typeof exportSchema>;

const pageSchema = z.object({
  items: z.array(z.unknown()),
  next_cursor: z.string().nullable().default(null),
  total: z.int(),
});
type ListPage = z.output<typeof pageSchema>;

/** A list as it is read for a file: its first page, and a way to the others. */
type Reading = {
  name: string;
  row: z.core.$ZodType;
  first: ListPage;
  next: (cursor: string) => Promise<ListPage>;
  most: number;
  now: Date;
};

/**
 * Takes what a query says of a file out of it; null where what it asks is no list.
 * @throws AppError invalid_input for another format, and for a place in the list: a file has all rows.
 */
export function takeExport(contract: Contract, query: URLSearchParams): Asked | null {
  if (rowOfList(contract) === null) return null;
  const read = exportSchema.safeParse(Object.fromEntries(query));
  for (const field of EXPORT_FIELDS) query.delete(field);
  for (const field of ["cursor", "limit"])
    if (query.has(field)) throw invalidField(`/${field}`, "is of a page; a file has all rows, leave it out");
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidField(`/${issue?.path.join("/")}`, issue?.message ?? "cannot be read");
}

/**
 * All rows of a list that match, as a file that is sent while it is read, a page at a time. Each page is asked for as the
 * caller would, so it holds what the list holds, and the audit says that it was taken along.
 */
export async function exportResponse(
  operation: AnyOperation,
  { input, context, asked }: { input: Record<string, unknown>; context: Context; asked: Asked },
): Promise<Response> {
  const { contract }: { contract: Contract } = operation;
  const row = rowOfList(contract);
  if (row === null) throw new AppError("invalid_input", `${contract.name} is no list.`);
  const size = hasPages(contract) ? { limit: MAX_PAGE_SIZE } : {};
  const read = async (place: { cursor?: string }): Promise<ListPage> =>
    pageSchema.parse(
      await inTurn(context.actor, () => run(operation, { ...input, ...place, ...size }, context)),
    );
  const first = await read({});
  const most = hasPages(contract) ? MAX_EXPORTED_ROWS : first.items.length;
  const rows = Math.min(first.total, most);
  const [parameter] = pathParameters(contract.http.path);
  await recordRead(context.db, {
    actor: context.actor,
    operation: contract.name,
    request_id: context.request_id,
    subject_id: parameter === undefined ? null : String(input[parameter]),
    detail: { exported: asked.export, rows, total: first.total, filters: Object.keys(input).toSorted() },
    at: context.now(),
  });
  const next = (cursor: string) => read({ cursor });
  const reading = { name: contract.name, row, first, next, most, now: context.now() };
  return new Response(streamOf(FILES[asked.export](reading, asked)), {
    headers: {
      "Content-Type": CONTENT_TYPES[asked.export],
      "Content-Disposition": `attachment; filename="${fileName(contract.name, asked, context.now())}"`,
      "X-Content-Type-Options": "nosniff",
      "X-Casebook-Total": String(first.total),
      "X-Casebook-Rows": String(rows),
    },
  });
}

const CONTENT_TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" } as const;
const FILES = { csv: csvFile, json: jsonFile } as const;

const fileName = (name: string, asked: Asked, now: Date): string =>
  `${name.replace(/_list$/, "").replaceAll("_", "-")}-${now.toISOString().slice(0, 10)}.${asked.export}`;

/** The rows of a list, a page at a time, until there are as many as a file has at most. */
async function* pagesOf({ first, next, most }: Reading): AsyncGenerator<readonly unknown[]> {
  let page = first;
  let rows = 0;
  for (;;) {
    const wanted = page.items.slice(0, most - rows);
    rows += wanted.length;
    if (wanted.length > 0) yield wanted;
    if (page.next_cursor === null || rows >= most) return;
    page = await next(page.next_cursor);
  }
}

/** CSV; its last line says so where rows are missing. */
export async function* csvFile(
  reading: Reading,
  { bom }: Pick<Asked, "bom"> = { bom: "false" },
): AsyncGenerator<string> {
  const columns = csvColumns(reading.row);
  if (bom === "true") yield BYTE_ORDER_MARK;
  yield csvLine(columns.map(({ name }) => name));
  for await (const items of pagesOf(reading)) yield items.map((item) => csvRow(columns, item)).join("");
  const { first, most } = reading;
  if (first.total > most)
    yield csvLine([`# The first ${most} of ${first.total} rows; narrow the filters for the others.`]);
}

/** One JSON document, which is one only if it was sent whole; `complete` says whether all rows are in it. */
export async function* jsonFile(reading: Reading): AsyncGenerator<string> {
  const { name, first, most, now } = reading;
  const head = JSON.stringify({ list: name, exported_at: now.toISOString(), total: first.total });
  let rows = 0;
  yield `${head.slice(0, -1)},"items":[`;
  for await (const items of pagesOf(reading)) {
    const lines = items.map((item) => `\n${JSON.stringify(item)}`).join(",");
    yield rows === 0 ? lines : `,${lines}`;
    rows += items.length;
  }
  yield `\n],"rows":${rows},"complete":${first.total <= most}}\n`;
}

/** A chunk is made when there is room for it, and no more once nobody reads. */
function streamOf(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const chunk = await chunks.next();
      if (chunk.done) controller.close();
      else controller.enqueue(encoder.encode(chunk.value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
