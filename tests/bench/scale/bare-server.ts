import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { type BareSettings, STATEMENTS_BY_NAME, statementOf } from "./bare-statements";

/**
 * What the database and Node alone take for the questions of the bench: Node's own HTTP server and pg, one prepared
 * statement a request, no key, no check, no record. Prints the port when it listens.
 */
const settings: BareSettings & { database_url: string; pool: number } = JSON.parse(
  process.env.CASEBOOK_BENCH_BARE ?? "{}",
);
const pool = new pg.Pool({ connectionString: settings.database_url, max: settings.pool });
// As many neighbours as the statements ask for.
pool.on("connect", (client) => void client.query("set hnsw.ef_search = 100"));

const texts = new Map<string, string>(STATEMENTS_BY_NAME.map((name) => [name, statementOf(name, settings)]));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

async function answer(name: string, body: string): Promise<string> {
  const text = texts.get(name);
  if (text === undefined) throw new Error(`there is no ${name}`);
  const { values }: { values: unknown[] } = JSON.parse(body);
  const { rows } = await pool.query({ name, text, values });
  return JSON.stringify({ items: rows });
}

const server = createServer(async (request, response) => {
  try {
    const text = await answer((request.url ?? "").slice(1), await bodyOf(request));
    response.writeHead(200, { "Content-Type": "application/json" }).end(text);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
// Clients wait while the product is asked.
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening on ${port}`);
});
