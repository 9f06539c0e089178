import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Report } from "./report";
import { ask, type Target } from "./target";

const ANSWER_MS = 2_500;

/** Sends bytes as they are, and everything that came back until the connection ended or was quiet. */
export function sendRaw(port: number, bytes: string | Buffer, limit_ms = ANSWER_MS): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const done = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(limit_ms, done);
    socket.on("data", (data) => {
      received += data.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", done);
  });
}

/** The status of every answer in what came back. */
const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));

const HIDDEN = "GET /api/health/live?smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

const post = (headers: string, body: string) =>
  `POST /api/v1/memories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

/** Requests of which a proxy and a server may disagree where they end. The hidden one must not be answered. */
const SMUGGLED: Readonly<Record<string, string>> = {
  "Content-Length and Transfer-Encoding": post(
    "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
    `0\r\n\r\n${HIDDEN}`,
  ),
  "Transfer-Encoding and Content-Length": post(
    `Transfer-Encoding: chunked\r\nContent-Length: ${HIDDEN.length}\r\n`,
    `0\r\n\r\n${HIDDEN}`,
  ),
  "two lengths": post(`Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n`, HIDDEN),
  "two lengths in one": post(`Content-Length: 0, ${HIDDEN.length}\r\n`, HIDDEN),
  "a length with a sign": post("Content-Length: +0\r\n", HIDDEN),
  "a negative length": post("Content-Length: -1\r\n", HIDDEN),
  "a hexadecimal length": post("Content-Length: 0x0\r\n", HIDDEN),
  "an unknown coding": post("Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${HIDDEN}`),
  "a coding after chunked": post("Transfer-Encoding: chunked, identity\r\n", `0\r\n\r\n${HIDDEN}`),
  "two codings": post("Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n", `0\r\n\r\n${HIDDEN}`),
  "a space before the colon": post("Transfer-Encoding : chunked\r\nContent-Length: 0\r\n", HIDDEN),
  "a vertical tab in the coding": post("Transfer-Encoding: \x0bchunked\r\n", `0\r\n\r\n${HIDDEN}`),
  "a chunk size with 0x": post("Transfer-Encoding: chunked\r\n", `0x0\r\n\r\n${HIDDEN}`),
  "a chunk size with a sign": post("Transfer-Encoding: chunked\r\n", `-1\r\n\r\n${HIDDEN}`),
  "a chunk size beyond 64 bits": post("Transfer-Encoding: chunked\r\n", `fffffffffffffffff\r\n${HIDDEN}`),
  "a chunk that ends with LF": post("Transfer-Encoding: chunked\r\n", `1\na\n0\n\n${HIDDEN}`),
  "a chunk longer than its size": post("Transfer-Encoding: chunked\r\n", `1\r\nabcdef\r\n0\r\n\r\n${HIDDEN}`),
  "a folded header": post("X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 0\r\n", ""),
  "a bare LF in a header": post("X-A: b\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n", ""),
  "a bare CR in a header": post("X-A: b\rTransfer-Encoding: chunked\r\nContent-Length: 0\r\n", ""),
  "a NUL in a header": post("X-A: b\0c\r\nContent-Length: 0\r\n", ""),
  "a header without a name": post(": b\r\nContent-Length: 0\r\n", ""),
  "two hosts": `GET /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n`,
  "no host": "GET /api/v1/memories HTTP/1.1\r\n\r\n",
  "a header of 100 KB": `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ${"a".repeat(100_000)}\r\n\r\n`,
  "10,000 headers": `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${"X-A: b\r\n".repeat(10_000)}\r\n`,
  "an address of 100 KB": `GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
  "HTTP/0.9": "GET /\r\n\r\n",
  "a preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
};

/** How `/api/health/live` answers; a problem's status is a number. */
const ALIVE = '"status":"';

/** Refused or ended. A second answer may say that what followed was no request, and end the connection. */
const isHeld = (received: string) => {
  const [first, ...further] = statusesIn(received);
  const refused = first === undefined || (first >= 400 && first < 500);
  return refused && further.every((status) => status === 400) && !received.includes(ALIVE);
};

export async function attackFraming({ port }: Target, report: Report): Promise<void> {
  for (const [tried, bytes] of Object.entries(SMUGGLED)) {
    const received = await sendRaw(port, bytes);
    const happened = statusesIn(received).join(" then ") || "ended without an answer";
    report.add({ attack: "request smuggling", tried, happened, held: isHeld(received) });
  }
  const splits = ["/sign-in?callbackUrl=/a%0d%0aSet-Cookie:%20evil=1", "/a%0d%0aSet-Cookie:%20evil=1"];
  for (const tried of splits) {
    const received = await sendRaw(port, `GET ${tried} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    const [head = ""] = received.split("\r\n\r\n");
    const held = !/^Set-Cookie: evil/im.test(head);
    report.add({ attack: "header injection", tried, happened: `${statusesIn(received)[0]}`, held });
  }
}

/** Others must be served within this while connections are slow, in milliseconds. */
const SERVED_MS = 5_000;
const DRIP_MS = 1_000;
/** A connection that never sends the rest must be gone after this; Node looks every 30 s. */
const MOST_SLOW_MS = 120_000;

const SLOW: Readonly<Record<string, string>> = {
  "nothing at all": "",
  "headers, a byte a second": "GET /api/health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ",
  "a body, a byte a second": post("Content-Length: 100000\r\n", "{"),
  "chunks, one a second": post("Transfer-Encoding: chunked\r\n", ""),
};

const DRIPS: Readonly<Record<string, string>> = {
  "headers, a byte a second": "a",
  "a body, a byte a second": " ",
  "chunks, one a second": "1\r\n \r\n",
};

type Held = { socket: Socket; closed: Promise<number> };

function hold(port: number, { start, drip }: { start: string; drip: string | undefined }): Held {
  const began = performance.now();
  const socket = connect(port, "127.0.0.1", () => socket.write(start));
  const timer = setInterval(() => {
    if (drip !== undefined && socket.writable) socket.write(drip);
  }, DRIP_MS);
  socket.on("error", () => undefined);
  socket.resume();
  const closed = new Promise<number>((resolve) => {
    socket.on("close", () => {
      clearInterval(timer);
      resolve(performance.now() - began);
    });
  });
  return { socket, closed };
}

const endedIn = (ms: number | null) =>
  ms === null ? "still open" : `ended after ${Math.ceil(ms / 30_000) * 30} s at most`;

/** Opens slow connections of each kind with the key of a caller; others are served meanwhile and the slow ones end. */
export async function attackSlowly(target: Target, report: Report): Promise<void> {
  const each = target.thorough ? 100 : 25;
  const kinds = Object.entries(SLOW).map(([tried, start]) => {
    const withKey = start.replace(
      "\r\nContent-Type",
      `\r\nAuthorization: Bearer ${target.key}\r\nContent-Type`,
    );
    const drip = DRIPS[tried];
    return { tried, held: Array.from({ length: each }, () => hold(target.port, { start: withKey, drip })) };
  });
  await sleep(DRIP_MS);
  for (let count = 0; count < 10; count++) {
    const { status, ms } = await ask(target.url, { path: "/sign-in" });
    report.add({
      attack: "slow requests",
      tried: `a page beside ${each * kinds.length} slow connections`,
      happened: status === 200 && ms < SERVED_MS ? "served" : `${status} after ${Math.round(ms)} ms`,
      held: status === 200 && ms < SERVED_MS,
    });
  }
  for (const { tried, held } of kinds) {
    const [first] = held;
    if (target.thorough && first) {
      const ended = await Promise.race([first.closed, sleep(MOST_SLOW_MS, null)]);
      report.add({ attack: "slow requests", tried, happened: endedIn(ended), held: ended !== null });
    }
  }
  for (const { socket } of kinds.flatMap(({ held }) => held)) socket.destroy();
}
