import { beforeAll, describe, expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { handleRest } from "@/lib/doors/rest";
import { pathParameters } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import type { Permission } from "@/lib/kernel/permissions";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { operations } from "@/lib/registry";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";

// Every operation is called several times from one address: the limit has its own test below.
vi.stubEnv("RATE_LIMIT_PER_MINUTE", "100000");
vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

const database = testDatabase();
const contracts = operations.map((operation) => operation.contract);
let key: string;

async function createKey(permissions: readonly Permission[]): Promise<string> {
  const organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  const made = await run(agentKeyCreate, { name: "k", agent: "a", permissions: [...permissions] }, owner);
  return made.key;
}

beforeAll(async () => {
  key = await createKey(PERMISSIONS);
});

type Sent = {
  method?: string;
  path: string;
  key?: string | null;
  body?: unknown;
  raw?: BodyInit;
  headers?: Record<string, string>;
};

async function send({ method = "GET", path, key: with_key = key, body, raw, headers = {} }: Sent) {
  const request = new Request(`http://localhost:3000/api/v1${path}`, {
    method,
    headers: {
      ...(with_key === null ? {} : { Authorization: `Bearer ${with_key}` }),
      ...(body !== undefined || raw !== undefined ? { "Content-Type": "application/json" } : {}),
      ...headers,
    },
    body: raw ?? (body === undefined ? null : JSON.stringify(body)),
  });
  const response = await handleRest(request, partsOf(database));
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** The contract's URL with ids that nobody has. */
function urlOf(path: string): string {
  return path.replace(/\{\w+\}/g, () => newId());
}

const bodyFor = (method: string) => (method === "GET" || method === "DELETE" ? {} : { body: {} });

function expectOnlyPeople(answer: Awaited<ReturnType<typeof send>>): void {
  expect(answer.status).toBe(403);
  expect(answer.body.detail).toContain("Only people");
}

describe.each(contracts.map((contract) => [contract.name, contract] as const))(
  "%s over REST",
  (_, contract) => {
    const { method, path } = contract.http;

    it("answers 401 without credentials, as a problem", async () => {
      const answer = await send({ method, path: urlOf(path), key: null, ...bodyFor(method) });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(answer.body).toMatchObject({ code: "unauthenticated", status: 401 });
    });

    it("answers 403 to a key without its permission", async () => {
      const weak = await createKey(PERMISSIONS.filter((permission) => permission !== contract.permission));
      const answer = await send({ method, path: urlOf(path), key: weak, ...bodyFor(method) });
      expect(answer.status).toBe(403);
      expect(answer.body.detail).toContain(contract.permission);
    });

    if (pathParameters(path).some((name) => name.endsWith("_id")))
      it("does not find, or refuses as input, an id that is not this organization's", async () => {
        const answer = await send({ method, path: urlOf(path), ...bodyFor(method) });
        if (contract.people_only) return expectOnlyPeople(answer);
        expect([400, 404]).toContain(answer.status);
        if (answer.status === 400) expect(answer.body.errors.length).toBeGreaterThan(0);
      });

    const unknown = contract.ignores_unknown ? "passes over" : "refuses";
    it(`${unknown} an unknown field`, async () => {
      const inQuery = method === "GET" || method === "DELETE";
      const answer = await send({
        method,
        path: `${urlOf(path)}${inQuery ? "?no_such_field=1" : ""}`,
        ...(inQuery ? {} : { body: { no_such_field: 1 } }),
      });
      if (contract.people_only) return expectOnlyPeople(answer);
      expect(answer.status).toBe(400);
      const pointers = answer.body.errors.map((error: { pointer: string }) => error.pointer);
      // What is passed over leaves the fields that are missing as what is wrong.
      if (contract.ignores_unknown) expect(pointers).not.toContain("/no_such_field");
      else expect(pointers).toContain("/no_such_field");
    });
  },
);

describe("bad requests", () => {
  it("with malformed JSON are refused without repeating what was sent", async () => {
    const answer = await send({ method: "PATCH", path: "/organization", raw: '{"name": "sk-secret' });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("malformed_json");
    expect(JSON.stringify(answer.body)).not.toContain("sk-secret");
  });

  it("that are no object, or no JSON by their type, are refused", async () => {
    expect((await send({ method: "PATCH", path: "/organization", raw: "[1]" })).body.code).toBe(
      "malformed_json",
    );
    const text = await send({
      method: "PATCH",
      path: "/organization",
      raw: "name=x",
      headers: { "Content-Type": "text/plain" },
    });
    expect(text.status).toBe(415);
  });

  it("of 10 MB are refused with 413, whether they say their length or not", async () => {
    const large = JSON.stringify({ name: "x".repeat(10 * 1024 * 1024) });
    expect((await send({ method: "PATCH", path: "/organization", raw: large })).status).toBe(413);
    const stream = new Blob([large]).stream();
    const request = new Request("http://localhost:3000/api/v1/organization", {
      method: "PATCH",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: stream,
      duplex: "half",
    } as RequestInit);
    const parts = partsOf(database);
    expect((await handleRest(request, parts)).status).toBe(413);
  });

  it("with NUL bytes, lone surrogates or invalid UTF-8 name the field or the encoding", async () => {
    for (const name of ["a\u0000b", "a\ud800b"]) {
      const answer = await send({ method: "PATCH", path: "/organization", body: { name } });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0]).toMatchObject({ pointer: "/name" });
    }
    const broken = await send({
      method: "PATCH",
      path: "/organization",
      raw: Buffer.from([0x7b, 0xff, 0x7d]),
    });
    expect(broken.body.code).toBe("malformed_json");
  });

  it("with a wrong method get 405 and the right ones", async () => {
    const answer = await send({ method: "PUT", path: "/organization", body: {} });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toContain("PATCH");
  });

  it("to an unknown path get 404 and where to look", async () => {
    const answer = await send({ path: "/no-such-thing" });
    expect(answer.status).toBe(404);
    expect(answer.body.detail).toContain("/api/docs");
  });

  it("with a wrong type in the query name the field", async () => {
    const answer = await send({ path: "/members?limit=many" });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].pointer).toBe("/limit");
    const twice = await send({ path: "/members?limit=1&limit=2" });
    expect(twice.body.errors[0].pointer).toBe("/limit");
    const cursor = await send({ path: "/members?cursor=zzz" });
    expect(cursor.body.errors[0].pointer).toBe("/cursor");
  });
});

describe("a write", () => {
  it("answers 201 for what it created, and 200 with the reason while memory is off", async () => {
    const body = { kind: "decision", statement: "Quays are numbered from the north." };
    const stored = await send({ method: "POST", path: "/memories", body });
    expect([stored.status, stored.body.stored]).toEqual([201, true]);
    const { id } = stored.body.memory;
    await send({ method: "PATCH", path: "/organization", body: { settings: { enabled: false } } });
    const refused = { stored: false, reason: "memory_off" };
    const again = await send({ method: "POST", path: "/memories", body });
    expect([again.status, again.body]).toMatchObject([200, refused]);
    const many = await send({ method: "POST", path: "/memories/batch", body: { memories: [body, body] } });
    expect([many.status, many.body]).toMatchObject([200, { stored: 0, results: [refused, refused] }]);
    const correction = { statement: "Quays are numbered from the south." };
    const corrected = await send({ method: "POST", path: `/memories/${id}/supersede`, body: correction });
    expect([corrected.status, corrected.body]).toMatchObject([200, refused]);
    await send({ method: "PATCH", path: "/organization", body: { settings: { enabled: true } } });
  });
});

describe("keys", () => {
  it("are taken from Bearer, Token and X-API-Key, and an unknown key is 401 even beside a cookie", async () => {
    expect((await send({ path: "/organization" })).status).toBe(200);
    expect(
      (await send({ path: "/organization", key: null, headers: { Authorization: `Token ${key}` } })).status,
    ).toBe(200);
    expect((await send({ path: "/organization", key: null, headers: { "X-API-Key": key } })).status).toBe(
      200,
    );
    expect((await send({ path: "/organization", key: "cb_wrong" })).status).toBe(401);
  });
});

describe("an Idempotency-Key", () => {
  it("makes a repeated write answer as the first time", async () => {
    const headers = { "Idempotency-Key": newId() };
    const body = { name: "Renamed once" };
    const first = await send({ method: "PATCH", path: "/organization", body, headers });
    const second = await send({ method: "PATCH", path: "/organization", body, headers });
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });
});
