import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { publicUrl } from "@/lib/env";
import { metrics } from "@/lib/telemetry/metrics";
import { peerHeader } from "./address";

/** Long enough for the answer to arrive before the connection ends. */
const LINGER_MS = 1_000;
const YEAR_SECONDS = 31_536_000;
const MAX_PAGE_BODY_BYTES = 64 * 1024;

type Started = { request: IncomingMessage; response: ServerResponse };

/**
 * Sees every request of this process before anything answers it, static files included: says who is at the other end of
 * its connection, has browsers keep to https where the public address is https, and ends a connection whose caller goes
 * on sending a body that was answered already.
 */
export function watchConnections(): void {
  const secure = publicUrl().startsWith("https://");
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as Started;
    request.headers[peerHeader()] = request.socket.remoteAddress ?? "";
    if (secure) response.setHeader("Strict-Transport-Security", `max-age=${YEAR_SECONDS}`);
    if (sendsPageABody(request)) return refuse(request);
    response.once("finish", () => {
      if (!request.complete) setImmediate(() => hangUp(request));
    });
  });
}

/** What Next does with a page's body, before anything of ours runs, is to keep all of it. */
function sendsPageABody({ url = "/", headers }: IncomingMessage): boolean {
  if (url.startsWith("/api/")) return false;
  return "transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > MAX_PAGE_BODY_BYTES;
}

const TOO_LARGE = "HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Past Node's response, which belongs to Next: whatever Next writes then reaches nobody. */
function refuse(request: IncomingMessage): void {
  metrics().refused_total.inc({ limit: "size" });
  request.socket.end(TOO_LARGE);
  hangUp(request);
}

/** Takes no more, and ends the connection once its answer had time to arrive. */
function hangUp({ socket }: IncomingMessage): void {
  socket.pause();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
