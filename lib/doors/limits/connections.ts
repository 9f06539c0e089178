import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { env, publicUrl } from "@/lib/env";
import { metrics } from "@/lib/telemetry/metrics";
import { peerHeader } from "./address";

/** Long enough for the answer to arrive before the connection ends. */
const LINGER_MS = 1_000;
const YEAR_SECONDS = 31_536_000;
const MAX_PAGE_BODY_BYTES = 64 * 1024;
/** What is no page, and reads its bodies itself within limits of its own: the API, and the paths of mem0. */
const READS_BODIES = /^\/(?:api|v[123])\//;
/** What proves who somebody is. */
const PROOFS = ["authorization", "x-api-key", "cookie"] as const;

/** Within which a request has arrived. Node looks every 30 s, so a slow one ends that much later; its own limits are 60 and 300 s. */
const HEADERS_LIMIT_MS = 20_000;
const REQUEST_LIMIT_MS = 60_000;

type Started = { request: IncomingMessage; response: ServerResponse; server: Server };

/**
 * Sees every request of this process before anything answers it, static files included: says who is at the other end of
 * its connection, has browsers keep to https where the public address is https, and ends a connection whose caller goes
 * on sending a body that was answered already.
 */
export function watchConnections(): void {
  const keep_alive_ms = env().KEEP_ALIVE_SECONDS * 1_000;
  const secure = publicUrl().startsWith("https://");
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as Started;
    // For all its connections, those that were there before too. Next makes the server and has no setting for these.
    server.headersTimeout = HEADERS_LIMIT_MS;
    server.requestTimeout = REQUEST_LIMIT_MS;
    server.keepAliveTimeout = keep_alive_ms;
    request.headers[peerHeader()] = request.socket.remoteAddress ?? "";
    if (secure) response.setHeader("Strict-Transport-Security", `max-age=${YEAR_SECONDS}`);
    if (isAmbiguous(request) || isMalformed(request)) return refuse(request, BAD_REQUEST);
    toOriginForm(request);
    if (sendsPageABody(request)) {
      metrics().refused_total.inc({ limit: "size" });
      return refuse(request, TOO_LARGE);
    }
    response.once("finish", () => {
      if (!request.complete) setImmediate(() => hangUp(request));
    });
  });
}

/** What Next does with a page's body, before anything of ours runs, is to keep all of it. */
function sendsPageABody({ url = "/", headers }: IncomingMessage): boolean {
  if (READS_BODIES.test(url)) return false;
  return "transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > MAX_PAGE_BODY_BYTES;
}

/**
 * A request of which a proxy and this server may take different hosts (RFC 9112 §3.2: 400), or one of HTTP/0.9, which has
 * no headers at all.
 */
function isAmbiguous({ rawHeaders, httpVersionMajor }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  return hosts.length > 1 || httpVersionMajor < 1;
}

/** An address whose escapes are no UTF-8, which Next answers with 500. */
function isMalformed({ url = "/" }: IncomingMessage): boolean {
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return false;
  } catch {
    return true;
  }
}

/**
 * `GET http://name/path` is `GET /path` with that name as its host (RFC 9112 §3.2.2), whatever its Host says: what checks
 * hosts then sees it. Next redirected to the name.
 */
function toOriginForm(request: IncomingMessage): void {
  const { url = "/" } = request;
  if (url.startsWith("/") || url === "*") return;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  request.headers.host = parsed?.host ?? "";
  request.url = parsed === null ? "/" : `${parsed.pathname}${parsed.search}`;
}

const CLOSING = "Connection: close\r\nContent-Length: 0\r\n\r\n";
const TOO_LARGE = `HTTP/1.1 413 Payload Too Large\r\n${CLOSING}`;
const BAD_REQUEST = `HTTP/1.1 400 Bad Request\r\n${CLOSING}`;

/**
 * Past Node's response, which belongs to Next: whatever Next writes then reaches nobody. Next handles the request
 * all the same, so it comes from nobody and for a host that no transport takes.
 */
function refuse(request: IncomingMessage, answer: string): void {
  for (const name of PROOFS) delete request.headers[name];
  request.headers.host = "";
  request.socket.end(answer);
  hangUp(request);
}

/** Takes no more, and ends the connection once its answer had time to arrive. */
function hangUp({ socket }: IncomingMessage): void {
  socket.pause();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
