import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Within which what runs has ended; what supervises us kills after 25 s. */
const STOP_LIMIT_MS = 20_000;
/** A balancer that asked for readiness within this time hears that we stop before connections are refused. */
const PROBED_WITHIN_MS = 10_000;
/** So many probes hear that this process stops before it takes no further connection. */
const PROBES_ANSWERED = 3;
const DRAIN_LIMIT_MS = 6_000;
const LOOK_EVERY_MS = 50;

const READINESS = "/api/health/ready";

type State = {
  is_stopping: boolean;
  probed_at: number;
  probes: number;
  servers: Set<Server>;
  open: Set<ServerResponse>;
};

// Pages, routes and the server are bundled apart; they stop together.
const held = globalThis as { casebook_stopping?: State };

function state(): State {
  held.casebook_stopping ??= {
    is_stopping: false,
    probed_at: Number.NEGATIVE_INFINITY,
    probes: 0,
    servers: new Set(),
    open: new Set(),
  };
  return held.casebook_stopping;
}

/** True from the signal to stop on: this process answers what it gets, and wants no more. */
export const isStopping = (): boolean => state().is_stopping;

/** Keeps in mind what must end before the process does. Called once, as `watchConnections` is. */
export function watchForStop(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      server: Server;
    };
    const own = state();
    own.servers.add(server);
    own.open.add(response);
    response.once("close", () => {
      own.open.delete(response);
      // One that began before the stop has promised its caller to keep the connection.
      if (own.is_stopping) setImmediate(() => server.closeIdleConnections());
    });
    // Programs that fetch, browsers among them, say so; what balances does not.
    if (request.url === READINESS && request.headers["sec-fetch-mode"] === undefined) noteProbe(own);
    if (own.is_stopping) response.setHeader("Connection", "close");
  });
}

function noteProbe(own: State): void {
  own.probed_at = performance.now();
  if (own.is_stopping) own.probes += 1;
}

const isEventStream = (response: ServerResponse) =>
  String(response.getHeader("content-type") ?? "").startsWith("text/event-stream");

/**
 * Stops serving without an error for anybody: tells balancers first, then takes no further connection, ends event streams,
 * whose readers connect again elsewhere, and waits for what is being answered.
 */
export async function stopServing(): Promise<void> {
  const own = state();
  if (own.is_stopping) return;
  own.is_stopping = true;
  const began = performance.now();
  if (began - own.probed_at < PROBED_WITHIN_MS)
    while (own.probes < PROBES_ANSWERED && performance.now() - began < DRAIN_LIMIT_MS)
      await sleep(LOOK_EVERY_MS);
  const closed = [...own.servers].map(
    (server) => new Promise<void>((resolve) => server.close(() => resolve())),
  );
  for (const server of own.servers) server.closeIdleConnections();
  for (const response of own.open) if (isEventStream(response)) response.end();
  const rest = STOP_LIMIT_MS - (performance.now() - began);
  const late = sleep(rest, undefined, { ref: false }).then(() => {
    for (const server of own.servers) server.closeAllConnections();
  });
  await Promise.race([Promise.all(closed), late]);
}
