import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { watchConnections } from "@/lib/doors/limits/connections";
import { problemResponse } from "@/lib/doors/problem-response";
import { SECURITY_HEADERS } from "@/lib/doors/security-headers";
import { newId } from "@/lib/kernel/ids";
import { compressed } from "./compress";
import { answerApi } from "./routes";

/** Within which what runs at a stop has ended; what starts us kills after 25 s. */
const STOP_LIMIT_MS = 20_000;

export type ApiHost = { port: number; stop(): Promise<void> };

/** Serves the API on Node's own HTTP server. */
export async function listenApi({ port, host }: { port: number; host: string }): Promise<ApiHost> {
  watchConnections();
  const streams = new Set<ServerResponse>();
  let isStopping = false;
  // The name in Host is checked where requests are answered, and need not be one of which an address can be made.
  const handle = createRequestListener(answerCompressed, {
    host: `${host.includes(":") ? "[::1]" : "localhost"}:${port}`,
    protocol: "http:",
    onError: (error) => problemResponse(error, newId()),
  });
  const listener: RequestListener = (request, response) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    if (isStopping) response.setHeader("Connection", "close");
    streams.add(response);
    response.once("close", () => streams.delete(response));
    handle(request, response);
  };
  const server = createServer(listener);
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : port,
    async stop() {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // An event stream goes on for minutes; its reader connects again, to another process.
      for (const response of streams) if (isEventStream(response)) response.end();
      const late = sleep(STOP_LIMIT_MS, undefined, { ref: false }).then(() => server.closeAllConnections());
      await Promise.race([closed, late]);
    },
  };
}

async function answerCompressed(request: Request): Promise<Response> {
  return compressed(request, await answerApi(request));
}

const isEventStream = (response: ServerResponse) =>
  String(response.getHeader("content-type") ?? "").startsWith("text/event-stream");
