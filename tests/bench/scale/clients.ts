import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export type Ask = { method: string; path: string; body?: string };
export type Answer = { status: number; text: string; ms: number; first_byte_ms: number; retry_after: number };

/** One caller: a connection that is kept, and its own key. */
export type Client = { ask: (asked: Ask) => Promise<Answer>; close: () => void };

const LIMIT_MS = 60_000;

export function openClient({ port, key, cookie }: { port: number; key?: string; cookie?: string }): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (key !== undefined) headers.Authorization = `Bearer ${key}`;
  if (cookie !== undefined) headers.Cookie = cookie;
  const ask = ({ method, path, body }: Ask) =>
    new Promise<Answer>((resolve, reject) => {
      const began = performance.now();
      const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
      const sent = request(
        {
          host: "127.0.0.1",
          port,
          agent,
          method,
          path,
          headers: { ...headers, ...length },
          timeout: LIMIT_MS,
        },
        (response) => {
          const first_byte_ms = performance.now() - began;
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(chunks).toString(),
              ms: performance.now() - began,
              first_byte_ms,
              retry_after: Number(response.headers["retry-after"] ?? 0),
            }),
          );
        },
      );
      sent.on("timeout", () => sent.destroy(new Error(`${method} ${path} had no answer in time`)));
      sent.on("error", reject);
      sent.end(body);
    });
  return { ask, close: () => agent.destroy() };
}

/** Answers that were served, in ms each; `refused` are those that the server had no room for, and said so. */
export type Slice = { times: number[]; refused: number; ms: number };

/**
 * Clients that ask one after the other without a pause for a while, each for as long as it takes. A refused one waits
 * for the seconds of `Retry-After`.
 * @throws Error on an answer that is neither a success nor a refusal for lack of room.
 */
export async function askFor(
  clients: readonly Client[],
  { ms, next }: { ms: number; next: () => Ask },
): Promise<Slice> {
  const slice: Slice = { times: [], refused: 0, ms: 0 };
  const began = performance.now();
  const until = began + ms;
  const work = async ({ ask }: Client) => {
    while (performance.now() < until) {
      const asked = next();
      const { status, text, ms: took, retry_after } = await ask(asked);
      if (status >= 200 && status < 300) slice.times.push(took);
      else if (status === 503 && retry_after > 0) {
        slice.refused++;
        await sleep(Math.min(retry_after * 1_000, Math.max(0, until - performance.now())));
      } else throw new Error(`${asked.method} ${asked.path}: ${status} ${text.slice(0, 500)}`);
    }
  };
  await Promise.all(clients.map(work));
  slice.ms = performance.now() - began;
  return slice;
}
