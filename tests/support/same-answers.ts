import { type IncomingHttpHeaders, request } from "node:http";
import { z } from "zod";
import { pathParameters } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";

/** A request as it is written on the wire, apart from where it goes. */
export type Wire = {
  name: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

export type WireAnswer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Of the connection and of the moment, and the way a body is packed: no part of the answer. */
const OF_THE_CONNECTION = [
  "connection",
  "keep-alive",
  "date",
  "transfer-encoding",
  "content-length",
  "content-encoding",
  "x-request-id",
  "vary",
];

/** Sends a request over a connection of its own. A body that is refused before it has ended is no error. */
export function send(port: number, { method, path, headers, body }: Wire): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    let answered = false;
    const sent = request(
      { host: "127.0.0.1", port, method, path, headers: { connection: "close", ...headers } },
      (response) => {
        answered = true;
        const chunks: Buffer[] = [];
        const end = () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          });
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("end", end).once("error", end);
      },
    );
    sent.on("error", (error) => {
      if (!answered) reject(error);
    });
    sent.end(body);
  });
}

/** What two answers to the same request have in common: without ids, moments and what is measured. */
export function comparable({ status, headers, body }: WireAnswer) {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
  return {
    status,
    headers: Object.fromEntries(kept),
    vary: String(headers.vary ?? "")
      .split(/,\s*/)
      .map((each) => each.toLowerCase())
      .filter((each) => each === "origin"),
    body: body
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g, "<time>")
      .replaceAll(/\d+(?:\.\d+)? ms/g, "<duration>"),
  };
}

/** What its answer says changes with every call, or with the process that gives it. */
const CHANGES_BY_ITSELF = ["doctor_run", "status_get", "recall_list"];

const withIds = (path: string) =>
  pathParameters(path).reduce((filled, name) => filled.replace(`{${name}}`, newId()), path);

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
});

/** The operations of an OpenAPI document. */
function operationsOf(document: string): { name: string; method: string; path: string }[] {
  const { paths } = documentSchema.parse(JSON.parse(document));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/**
 * Every operation of the server at a port: reads as they are answered, and all of them as they are refused to who is not
 * known.
 */
export async function overTheRegistry({ port, key }: { port: number; key: string }): Promise<Wire[]> {
  const authorization = `Bearer ${key}`;
  const document = await send(port, { name: "the document", method: "GET", path: "/api/openapi.json" });
  const all = operationsOf(document.body);
  const reads = all.filter(
    ({ name, method, path }) =>
      method === "GET" && pathParameters(path).length === 0 && !CHANGES_BY_ITSELF.includes(name),
  );
  return [
    ...reads.map((read) => ({ ...read, headers: { authorization } })),
    ...all.map(({ name, method, path }) => ({ name: `${name} without a key`, method, path: withIds(path) })),
  ];
}

const JSON_TYPE = { "content-type": "application/json" };
const TOO_LARGE = Buffer.alloc(2 * 1024 * 1024 + 1, " ");

const rpc = (method: string, params: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

/** Errors, limits, methods and transports: what is no operation's own. */
export function overTheTransports({ key }: { key: string }): Wire[] {
  const authorization = `Bearer ${key}`;
  const own = { authorization, ...JSON_TYPE };
  const mcp = { ...own, accept: "application/json, text/event-stream" };
  const initialize = rpc("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  const memories = "/api/v1/memories";
  return [
    { name: "a body that is no JSON", method: "POST", path: memories, headers: own, body: "{" },
    {
      name: "a body of another type",
      method: "POST",
      path: memories,
      headers: { authorization },
      body: "a=b",
    },
    { name: "a body with missing fields", method: "POST", path: memories, headers: own, body: "{}" },
    { name: "a body over the limit", method: "POST", path: memories, headers: own, body: TOO_LARGE },
    { name: "a wrong parameter", method: "GET", path: `${memories}?limit=abc`, headers: own },
    { name: "an unknown path", method: "GET", path: "/api/v1/nothing/here", headers: own },
    { name: "a path with a slash at its end", method: "GET", path: `${memories}/`, headers: own },
    { name: "a wrong method", method: "PUT", path: memories, headers: own, body: "{}" },
    { name: "HEAD", method: "HEAD", path: memories, headers: own },
    { name: "OPTIONS", method: "OPTIONS", path: memories },
    { name: "a preflight", method: "OPTIONS", path: memories, headers: { origin: "http://127.0.0.1:3000" } },
    {
      name: "another origin",
      method: "GET",
      path: memories,
      headers: { ...own, origin: "http://elsewhere.test" },
    },
    { name: "a foreign Host", method: "GET", path: memories, headers: { ...own, host: "elsewhere.test" } },
    { name: "a Host that is none", method: "GET", path: memories, headers: { ...own, host: "a b" } },
    { name: "escapes that are no UTF-8", method: "GET", path: "/api/v1/%ff", headers: own },
    { name: "a wrong key", method: "GET", path: memories, headers: { authorization: "Bearer cb_wrong" } },
    { name: "the key in X-API-Key", method: "GET", path: memories, headers: { "x-api-key": key } },
    {
      name: "gzip",
      method: "GET",
      path: `${memories}?limit=1`,
      headers: { ...own, "accept-encoding": "identity" },
    },
    { name: "an export as CSV", method: "GET", path: `${memories}?export=csv`, headers: own },
    { name: "an export as JSON", method: "GET", path: `${memories}?export=json`, headers: own },
    { name: "MCP initialize", method: "POST", path: "/api/mcp", headers: mcp, body: initialize },
    { name: "MCP tools", method: "POST", path: "/api/mcp", headers: mcp, body: rpc("tools/list", {}) },
    { name: "MCP with GET", method: "GET", path: "/api/mcp", headers: mcp },
    { name: "MCP with DELETE", method: "DELETE", path: "/api/mcp", headers: mcp },
    { name: "MCP with PUT", method: "PUT", path: "/api/mcp", headers: mcp, body: "{}" },
    { name: "MCP with OPTIONS", method: "OPTIONS", path: "/api/mcp" },
    {
      name: "MCP from another origin",
      method: "POST",
      path: "/api/mcp",
      headers: { ...mcp, origin: "http://elsewhere.test" },
      body: initialize,
    },
    { name: "MCP without a key", method: "POST", path: "/api/mcp", headers: JSON_TYPE, body: initialize },
    { name: "mem0's ping", method: "GET", path: "/v1/ping/", headers: { authorization: `Token ${key}` } },
    {
      name: "mem0's list",
      method: "POST",
      path: "/v2/memories/",
      headers: own,
      body: `{"filters":{"user_id":"a"}}`,
    },
    { name: "mem0 without a key", method: "GET", path: "/v1/ping/" },
    { name: "mem0, an unknown path", method: "GET", path: "/v3/nothing/", headers: own },
    {
      name: "a webhook that is not signed",
      method: "POST",
      path: `/api/webhooks/github?connection=${newId()}`,
      headers: JSON_TYPE,
      body: "{}",
    },
    { name: "a webhook with GET", method: "GET", path: "/api/webhooks/github" },
    { name: "changes without a login", method: "GET", path: "/api/live" },
    { name: "metrics without a key", method: "GET", path: "/api/metrics" },
    { name: "the document", method: "GET", path: "/api/openapi.json" },
    { name: "health", method: "GET", path: "/api/health/ready" },
    { name: "health with HEAD", method: "HEAD", path: "/api/health/live" },
    { name: "health with POST", method: "POST", path: "/api/health/live" },
    { name: "a link of no e-mail", method: "GET", path: "/api/unsubscribe?token=x" },
    { name: "metadata of OAuth", method: "GET", path: "/.well-known/oauth-authorization-server" },
    { name: "registration of OAuth", method: "POST", path: "/register", headers: JSON_TYPE, body: "{}" },
  ];
}
