import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

export type Listening = { port: number; close: () => Promise<void> };

/** A fetch handler behind Node's own HTTP server, on a free port of this machine unless one is named: a real network without a Next build. */
export async function listen(handle: (request: Request) => Promise<Response>, port = 0): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, handle).catch((error: unknown) => outgoing.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
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
