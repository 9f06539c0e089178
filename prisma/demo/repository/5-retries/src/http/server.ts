import { createServer } from "node:http";
import { readConfig } from "../config";
import { createBookings } from "../bookings/service";
import { openClient } from "../db/pool";
import { HarborError, toResponse } from "./errors";

const MAX_BODY_BYTES = 64 * 1024;

const config = readConfig(process.env);
const bookings = createBookings(openClient(config.databaseUrl), config);

/** Every route answers JSON; handlers throw, and only this function turns an error into a response. */
export const server = createServer(async (request, response) => {
  try {
    const body = await readJson(request);
    const result = await route(request.method ?? "GET", request.url ?? "/", body);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(result));
  } catch (error) {
    const { status, problem } = toResponse(error);
    response.writeHead(status, { "content-type": "application/problem+json" });
    response.end(JSON.stringify(problem));
  }
});

async function route(method: string, url: string, body: unknown): Promise<unknown> {
  if (method === "POST" && url === "/bookings") return bookings.create(body);
  if (method === "POST" && url.startsWith("/bookings/")) return bookings.confirm(url.slice(10));
  if (method === "GET" && url.startsWith("/berths/")) return bookings.free(url.slice(8));
  throw new Error(`no route ${method} ${url}`);
}

async function readJson(request: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new HarborError(400, "The body is larger than 64 KB.");
    chunks.push(chunk);
  }
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
