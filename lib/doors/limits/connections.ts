import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { publicUrl } from "@/lib/env";
import { peerHeader } from "./address";

/** Long enough for the answer to arrive before the connection ends. */
const LINGER_MS = 1_000;
const YEAR_SECONDS = 31_536_000;

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
    response.once("finish", () => {
      if (!request.complete) setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
    });
  });
}
