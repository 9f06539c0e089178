import { createServer, get, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { peerHeader } from "@/lib/doors/limits/address";
import { watchConnections } from "@/lib/doors/limits/connections";
import { isAllowedHost } from "@/lib/doors/origins";
import { applySettings } from "@/lib/env";
import { newId } from "@/lib/kernel/ids";
import { testDatabase } from "../../support/database";
import { type Mem0Server, startMem0 } from "../../support/mem0-server";

const database = testDatabase();
let port = 0;
/** With which headers requests reached what answers them. */
const handled: IncomingHttpHeaders[] = [];
const server = createServer((request, response) => {
  handled.push({ ...request.headers });
  if (request.url === "/slow") return;
  if (request.url === "/echo") {
    response.end(JSON.stringify({ url: request.url, host: request.headers.host }));
    return;
  }
  response.writeHead(401);
  response.end(request.headers[peerHeader()]);
});

beforeAll(async () => {
  applySettings({ CASEBOOK_PUBLIC_URL: "https://casebook.example" });
  watchConnections();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

beforeEach(() => {
  handled.length = 0;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends 50 MB as fast as they are taken: what was answered first, and how much was sent when the connection ended. */
function flood(path: string, framing: string): Promise<{ answer: string; sent: number }> {
  return new Promise((resolve) => {
    let [answer, sent] = ["", 0];
    const chunk = Buffer.alloc(64 * 1024, "a");
    const socket = connect(port, "127.0.0.1");
    const pump = () => {
      if (socket.destroyed || sent > 50 * 1024 * 1024) return;
      sent += chunk.length;
      if (socket.write(chunk)) setImmediate(pump);
      else socket.once("drain", pump);
    };
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${framing}\r\n\r\n`, pump);
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve({ answer, sent }));
  });
}

it("keeps a connection between two requests for longer than balancers do", async () => {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (data) => {
    received += data;
  });
  const ask = () => socket.write("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const answers = () => received.split("HTTP/1.1 200").length - 1;
  ask();
  await expect.poll(answers).toBe(1);
  // Node's own limit is 5 s.
  await sleep(6_500);
  ask();
  await expect.poll(answers).toBe(2);
  expect(received).toMatch(/keep-alive: timeout=125/i);
  socket.destroy();
}, 20_000);

it("says who is at the other end, whatever the request says, and asks for https", async () => {
  const response = await new Promise<{ text: string; secure: unknown }>((resolve) => {
    get({ port, host: "127.0.0.1", headers: { [peerHeader()]: "203.0.113.1" } }, (incoming) => {
      let text = "";
      incoming.on("data", (data) => {
        text += data;
      });
      incoming.on("end", () => resolve({ text, secure: incoming.headers["strict-transport-security"] }));
    });
  });
  expect(response).toEqual({ text: "127.0.0.1", secure: "max-age=31536000" });
});

it.each([
  ["/api/v1/memories", "Content-Length: 52428800", "401"],
  ["/v1/memories/", "Content-Length: 52428800", "401"],
  ["/v3/memories/add/", "Transfer-Encoding: chunked\r\n\r\nfffffff", "401"],
  ["/v4/memories", "Content-Length: 52428800", "413"],
  ["/slow", "Content-Length: 52428800", "413"],
  ["/slow", "Transfer-Encoding: chunked\r\n\r\nfffffff", "413"],
])("takes no more of a body that was answered: %s, %s", async (path, framing, status) => {
  const { answer, sent } = await flood(path, framing);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  // What the system's buffers hold of it.
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});

/** Sends bytes as they are, and what came back within a moment. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

it.each([
  ["two hosts", "GET /echo HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"],
  ["an address that cannot be decoded", "GET /echo%ED%A0%80 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ["HTTP/0.9", "GET /echo\r\n\r\n"],
])("refuses %s", async (_name, bytes) => {
  expect(await raw(bytes)).toMatch(/^HTTP\/1.1 400 /);
});

it.each([
  ["two hosts", "GET /echo HTTP/1.1\r\nHost: localhost\r\nHost: evil.example", "400"],
  ["an address that cannot be decoded", "DELETE /echo%ED%A0%80 HTTP/1.1\r\nHost: localhost", "400"],
  ["a body for a page", "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000", "413"],
])("lets a request refused for %s do nothing in the name of who sent it", async (_name, head, status) => {
  const proofs = ["Authorization: Bearer secret", "X-API-Key: secret", "Cookie: session=secret"];
  expect(await raw([head, ...proofs, "", ""].join("\r\n"))).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(handled).toHaveLength(1);
  const [headers] = handled;
  expect(JSON.stringify(headers)).not.toContain("secret");
  expect(isAllowedHost(headers?.host ?? null)).toBe(false);
});

describe("the API of mem0", () => {
  let mem0: Mem0Server;
  beforeAll(async () => {
    mem0 = await startMem0(database);
  });
  afterAll(() => mem0?.close());

  it.each([
    ["at once", (body: string) => body],
    ["in parts", (body: string) => new Blob([body]).stream()],
  ])("takes bodies of more than a page's form may have, sent %s", async (_name, bodyOf) => {
    const text = "Tides turn. ".repeat(9);
    const memories = Array.from({ length: 900 }, () => ({ memory_id: newId(), text }));
    const response = await fetch(`${mem0.url}/v1/batch/`, {
      method: "PUT",
      headers: { Authorization: `Token ${mem0.key}`, "Content-Type": "application/json" },
      body: bodyOf(JSON.stringify({ memories })),
      duplex: "half",
    } as RequestInit);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("Memory not found!") });
    expect(response.status).toBe(404);
  });
});

it("waits a minute at most for a request to arrive", async () => {
  await raw("GET /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 60_000]);
});

it("takes the host of an absolute address, whatever the Host header says", async () => {
  const answer = await raw(
    "GET http://evil.example/echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  );
  expect(answer).toContain(JSON.stringify({ url: "/echo", host: "evil.example" }));
});
