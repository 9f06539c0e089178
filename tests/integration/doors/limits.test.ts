import { readdirSync, readFileSync } from "node:fs";
import { NextRequest } from "next/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { peerHeader } from "@/lib/doors/limits/address";
import { openRoute } from "@/lib/doors/limits/open-route";
import { handleMcp } from "@/lib/doors/mcp";
import { handleMetrics } from "@/lib/doors/metrics";
import { handleRest } from "@/lib/doors/rest";
import { handleGithubWebhook } from "@/lib/doors/webhooks";
import { applySettings } from "@/lib/env";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { metrics } from "@/lib/telemetry/metrics";
import { proxy } from "@/proxy";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";

const database = testDatabase();
const parts = () => partsOf(database);
const ORIGIN = "http://localhost:3000";

vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

type Ask = (request: Request) => Promise<Response>;

const TRANSPORTS: Record<string, { path: string; method: string; ask: Ask }> = {
  rest: { path: "/api/v1/memories", method: "GET", ask: (request) => handleRest(request, parts()) },
  mcp: { path: "/api/mcp", method: "POST", ask: (request) => handleMcp(request, parts()) },
  metrics: { path: "/api/metrics", method: "GET", ask: (request) => handleMetrics(request, parts()) },
  webhooks: {
    path: "/api/webhooks/github",
    method: "POST",
    ask: (request) => handleGithubWebhook(request, parts()),
  },
  sign_in: {
    path: "/api/auth/callback/link",
    method: "POST",
    ask: openRoute(async (request) => new Response(await request.text())),
  },
  pages: { path: "/memories", method: "GET", ask: async (request) => proxy(new NextRequest(request)) },
};

let next_address = 0;
/** An address that nothing was counted for. */
const newAddress = () => `203.0.113.${++next_address}`;

const held = globalThis as { casebook_counts?: unknown; casebook_queue?: unknown };

beforeEach(() => {
  applySettings({ RATE_LIMIT_PER_MINUTE: "20", DATABASE_URL: database.connection_string });
  held.casebook_counts = undefined;
  held.casebook_queue = undefined;
});

async function refusals(limit: string): Promise<number> {
  const { values } = await metrics().refused_total.get();
  return values.find(({ labels }) => labels.limit === limit)?.value ?? 0;
}

describe.each(Object.entries(TRANSPORTS))("limits of %s", (name, { path, method, ask }) => {
  const request = (headers: Record<string, string>) => new Request(`${ORIGIN}${path}`, { method, headers });

  it("answers 429 with Retry-After to an address that asks too often, whatever it claims to be", async () => {
    const peer = newAddress();
    const before = await refusals("rate");
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let count = 0; count < 21; count++) {
      const headers = { [peerHeader()]: peer, "X-Forwarded-For": `198.51.100.${count}` };
      last = await ask(request(headers)).catch(() => new Response(null, { status: 599 }));
      statuses.push(last.status);
    }
    expect(statuses[0]).not.toBe(429);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refusals("rate")).toBeGreaterThan(before);
    const other = await ask(request({ [peerHeader()]: newAddress() })).catch(() => null);
    expect(other?.status).not.toBe(429);
    expect(name).not.toBe("");
  });

  it("refuses a Host that is not its own", async () => {
    if (name === "pages" || name === "metrics") return;
    const response = await ask(request({ [peerHeader()]: newAddress(), host: "evil.example" }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "origin_denied" });
  });
});

describe("bodies", () => {
  const large = () =>
    new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
  const post = (path: string, init: RequestInit & { duplex?: "half" }) =>
    new Request(`${ORIGIN}${path}`, { method: "POST", ...init });

  it("of sign-in end at 64 KB, declared or not", async () => {
    const ask = TRANSPORTS.sign_in?.ask as Ask;
    const declared = post("/api/auth/callback/link", {
      body: "x",
      headers: { "content-length": String(50 * 1024 * 1024) },
    });
    expect((await ask(declared)).status).toBe(413);
    const before = await refusals("size");
    const endless = post("/api/auth/callback/link", { body: large(), duplex: "half" });
    expect((await ask(endless)).status).toBe(413);
    expect(await refusals("size")).toBe(before + 1);
  });

  it("of pages are not taken", async () => {
    const request = new NextRequest(`${ORIGIN}/sign-in`, { method: "POST", body: "x" });
    const response = proxy(request);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect(request.bodyUsed).toBe(false);
  });
});

async function createKey(): Promise<string> {
  const owner = contextOf(database, await (await createOrganization(database.db)).person("owner"));
  const made = await run(agentKeyCreate, { name: "k", agent: "a", permissions: [...PERMISSIONS] }, owner);
  return made.key;
}

describe("who proves to be somebody", () => {
  it("is counted by its key over REST, MCP and metrics together, and apart from its address", async () => {
    const key = await createKey();
    const ask = (name: string, key_sent = key) => {
      const {
        path,
        method,
        ask: handle,
      } = TRANSPORTS[name] ?? { path: "", method: "", ask: TRANSPORTS.rest?.ask };
      return (handle as Ask)(
        new Request(`${ORIGIN}${path}`, {
          method,
          headers: {
            Authorization: `Bearer ${key_sent}`,
            "Content-Type": "application/json",
            Accept: "application/json, text/event-stream",
          },
          body: method === "POST" ? JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) : null,
        }),
      );
    };
    for (let count = 0; count < 7; count++) {
      expect((await ask("rest")).status).toBe(200);
      expect((await ask("metrics")).status).toBe(200);
      if (count < 6) expect((await ask("mcp")).status).toBeLessThan(429);
    }
    for (const name of ["rest", "metrics", "mcp"]) expect((await ask(name)).status).toBe(429);
    expect((await ask("rest", await createKey())).status).toBe(200);
  });
});

describe("a batch over MCP", () => {
  const send = (key: string, messages: readonly object[]) =>
    handleMcp(
      new Request(`${ORIGIN}/api/mcp`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${key}`,
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(messages),
      }),
      parts(),
    );
  const batchOf = (count: number, method: string, params: object) =>
    Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method, params }));
  /** How many answers are this problem, in JSON or in JSON that is a text of one. */
  const refusedIn = (text: string) => [...text.matchAll(/code\\?":\\?"rate_limited/g)].length;

  it("is counted by its calls, and those beyond the limit say so", async () => {
    const key = await createKey();
    const before = await refusals("rate");
    const calls = batchOf(30, "tools/call", { name: "memory_get_recent", arguments: {} });
    const text = await (await send(key, calls)).text();
    expect(text).toContain("Too many requests; try again in");
    expect(refusedIn(text), text).toBe(10);
    expect(await refusals("rate")).toBe(before + 10);
    expect((await send(key, calls)).status).toBe(429);
  });

  it("is counted by what it reads, too", async () => {
    const uri = "casebook://memories/01900000-0000-7000-8000-000000000000";
    const text = await (await send(await createKey(), batchOf(30, "resources/read", { uri }))).text();
    expect(refusedIn(text), text).toBe(10);
  });
});

describe("the queue", () => {
  it("answers 503 with Retry-After at once beyond it, over REST and MCP", async () => {
    applySettings({ REQUESTS_AT_ONCE: "1", REQUEST_WAIT_SECONDS: "0.1", RATE_LIMIT_PER_MINUTE: "100000" });
    const key = await createKey();
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const rest = () => handleRest(new Request(`${ORIGIN}/api/v1/memories`, { headers }), parts());
    const mcp = () =>
      handleMcp(
        new Request(`${ORIGIN}/api/mcp`, {
          method: "POST",
          headers: { ...headers, Accept: "application/json, text/event-stream" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
        }),
        parts(),
      );
    const before = await refusals("queue");
    const all = await Promise.all(Array.from({ length: 60 }, (_, index) => (index < 55 ? rest() : mcp())));
    const statuses = new Set(all.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 503]));
    const refused = all.filter(({ status }) => status === 503);
    for (const response of refused) expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(all.slice(55).some(({ status }) => status === 503)).toBe(true);
    expect(await refusals("queue")).toBeGreaterThan(before);
    expect((await rest()).status).toBe(200);
    applySettings({ REQUESTS_AT_ONCE: "", REQUEST_WAIT_SECONDS: "" });
  });
});

describe("counts of several processes", () => {
  it("are one limit, through the database", async () => {
    const { createRequestCounts } = await import("@/lib/runtime/request-counts");
    const { sharedRequestCounts } = await import("@/lib/runtime/parts");
    const shared = sharedRequestCounts();
    // Of this minute: the server forgets earlier ones meanwhile.
    const at = Date.now();
    const now = () => at;
    const [one, other] = [createRequestCounts({ shared, now }), createRequestCounts({ shared, now })];
    const who = "a caller of two processes";
    const ask = (counts: typeof one, times: number) =>
      Array.from({ length: times }, () => counts.count({ who, per_minute: 10 })).filter(
        (wait) => wait === null,
      ).length;
    expect([ask(one, 6), ask(other, 3)]).toEqual([6, 3]);
    await Promise.all([one.share(), other.share()]);
    await other.share();
    ask(other, 1);
    await other.share();
    expect(ask(other, 5)).toBe(0);
    await shared.forget({ before: 2_000 });
    expect(await shared.add([{ who, minute: 1_000, count: 1 }])).toEqual([{ who, minute: 1_000, count: 1 }]);
  });
});

describe("the routes", () => {
  it("are all behind limits", () => {
    const guarded = /openRoute\(|handle(?:Rest|Mcp|Mem0|Metrics|GithubWebhook|Live|Unsubscribe)\(/;
    const routes = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
      /(?:^|\/)route\.tsx?$/.test(file),
    );
    expect(routes.length).toBeGreaterThan(8);
    // Probes come often and from where they like; what they cost is bounded by the answer that is kept for a second.
    const open = routes.filter((file) => !guarded.test(readFileSync(`app/${file}`, "utf8")));
    expect(open.sort()).toEqual([
      "api/health/live/route.ts",
      "api/health/ready/route.ts",
      "register/route.ts",
    ]);
  });
});
