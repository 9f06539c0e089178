import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { handleMcp } from "@/lib/doors/mcp";
import { applySettings } from "@/lib/env";
import type { TestDatabase } from "./database";

export type McpServers = {
  /** Where clients with a key go. */
  url: string;
  /** The same server for programs that cannot send a key: what comes here is given `key`. */
  keyed_url: string;
  close: () => Promise<void>;
};

/** The MCP door on two free ports of this machine, and the settings that make them its own addresses. */
export async function startMcp(database: TestDatabase, key: () => string): Promise<McpServers> {
  const handle = (request: Request) =>
    handleMcp(request, {
      db: database.db,
      ai: { embedder: null, language_model: null },
      now: () => new Date(),
    });
  const open = await listen(handle);
  const keyed = await listen((request) => {
    request.headers.set("authorization", `Bearer ${key()}`);
    return handle(request);
  });
  applySettings({
    PORT: String(open.port),
    CASEBOOK_ALLOWED_ORIGINS: `http://localhost:${keyed.port},http://127.0.0.1:${keyed.port}`,
    RATE_LIMIT_PER_MINUTE: "100000",
    NEXTAUTH_SECRET: "a-secret-that-only-this-test-uses-0123456789",
  });
  return {
    url: `http://127.0.0.1:${open.port}/api/mcp`,
    keyed_url: `http://localhost:${keyed.port}/api/mcp`,
    close: async () => {
      await open.close();
      await keyed.close();
    },
  };
}

/** A fetch handler behind Node's own HTTP server on a free port of this machine: a real network without a Next build. */
export type Listening = { port: number; close: () => Promise<void> };

export async function listen(handle: (request: Request) => Promise<Response>): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, handle).catch((error: unknown) => outgoing.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const { method = "GET", headers, url = "/" } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const request = new Request(new URL(url, `http://${headers.host ?? "localhost"}`), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, Array.isArray(value) ? value.join(", ") : value] as [string, string]],
    ),
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
  });
  const response = await handle(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for (const reader = response.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    outgoing.write(value);
  }
  outgoing.end();
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
