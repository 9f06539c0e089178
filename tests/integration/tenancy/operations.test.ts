import { beforeAll, describe, expect, it, vi } from "vitest";
import { agentKeyCreate, agentKeyRevoke } from "@/lib/access/contract";
import type { Database } from "@/lib/db/client";
import { handleRest } from "@/lib/doors/rest";
import type { Actor } from "@/lib/kernel/actor";
import { type CallOf, type Contract, pathParameters, TOOL_SETS } from "@/lib/kernel/contract";
import { toProblem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { PERMISSIONS, type Permission, ROLES } from "@/lib/kernel/permissions";
import { operations } from "@/lib/registry";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { connectMcp, MCP_ADDRESS, mcpFetch } from "../../support/mcp-client";
import { partsOf } from "../../support/parts";
import { type Asked, askedOf, BODIES, type Ids } from "./bodies";
import { fillOrganization, valuesOf } from "./filled-organization";

vi.stubEnv("RATE_LIMIT_PER_MINUTE", "1000000");
vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

const database = testDatabase();
const contracts = operations.map(({ contract }) => contract);
const cells = contracts.map((contract) => [contract.name, contract] as const);

const OWN_TEXT = "ownwords";
const OTHER_REPOSITORY = "canaryofanotherrepository";
const OTHER_ORGANIZATION = "canaryofanotherorganization";

type Answer = { status: number; text: string };

/** Somebody who calls, with what it may do. */
type Caller = Pick<Actor, "kind" | "permissions"> & {
  is_bound: boolean;
  call: (contract: Contract, asked: Asked) => Promise<Answer>;
};

let own: Ids;
let hidden: Ids;
let foreign: Ids;
let bound: Caller;
let unbound: Caller;
let people: Map<string, Caller>;
let keys: { bound: string; expired: string; revoked: string };
let withOne: (permission: Permission) => Caller;

const missing = (): Ids => ({ id: newId(), session_id: `session-${newId()}` });

const parts = () => partsOf(database);

/** Fills every table once more, with rows that are read as what their tables hold. */
async function fill(db: Database, organization_id: string, text: string): Promise<Ids> {
  const ids = missing();
  await db.person.create({ data: { id: ids.id, email: `${ids.id}@example.test`, name: text } });
  await fillOrganization(db, { organization_id, id: ids.id, text, values: valuesOf(ids) });
  return ids;
}

beforeAll(async () => {
  const { db } = database;
  const mine = await createOrganization(db);
  const theirs = await createOrganization(db);
  own = await fill(db, mine.organization_id, OWN_TEXT);
  hidden = await fill(db, mine.organization_id, OTHER_REPOSITORY);
  foreign = await fill(db, theirs.organization_id, OTHER_ORGANIZATION);
  const owner = contextOf(database, await mine.person("owner"));
  const keyOf = (fields: Partial<CallOf<typeof agentKeyCreate>>) =>
    run(agentKeyCreate, { name: newId(), agent: newId(), permissions: [...PERMISSIONS], ...fields }, owner);
  const boundKey = await keyOf({ repository_ids: [own.id] });
  const unboundKey = await keyOf({});
  const revoked = await keyOf({});
  await run(agentKeyRevoke, { agent_key_id: revoked.agent_key.id }, owner);
  const expired = await keyOf({ expires_at: new Date(Date.now() + 60_000).toISOString() });
  await db.agent_key.updateMany({
    where: { organization_id: mine.organization_id, id: expired.agent_key.id },
    data: { expires_at: new Date(Date.now() - 1_000) },
  });
  keys = { bound: boundKey.key, expired: expired.key, revoked: revoked.key };
  bound = byKey(boundKey.key, { is_bound: true });
  unbound = byKey(unboundKey.key, { is_bound: false });
  people = new Map();
  for (const role of ROLES) people.set(role, byActor(await mine.person(role)));
  const agent = await mine.agent({ types: null });
  const key = { id: unboundKey.agent_key.id, expires_at: null };
  withOne = (permission) => byActor({ ...agent, key, permissions: new Set([permission]) });
}, 120_000);

function byKey(key: string, { is_bound }: { is_bound: boolean }): Caller {
  const permissions = new Set(PERMISSIONS);
  return { kind: "agent", permissions, is_bound, call: (contract, asked) => overRest(key, contract, asked) };
}

function byActor(actor: Actor): Caller {
  const { kind, permissions } = actor;
  const call: Caller["call"] = (contract, { input }) =>
    run(contract, input as CallOf<Contract>, contextOf(database, actor)).then(
      (output) => ({
        status: contract.http.created?.(output) === false ? 200 : contract.http.status,
        text: JSON.stringify(output),
      }),
      (error: unknown) => {
        const problem = toProblem(error, "", "");
        return { status: problem.status, text: JSON.stringify(problem) };
      },
    );
  return { kind, permissions, is_bound: false, call };
}

/** Sends an operation as a client does: parameters in the path, the rest in the query or as JSON. */
async function overRest(key: string | null, { http }: Contract, { input }: Asked): Promise<Answer> {
  const inPath = new Set(pathParameters(http.path));
  const path = http.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)));
  const url = new URL(`http://localhost:3000/api/v1${path}`);
  const inQuery = http.method === "GET" || http.method === "DELETE";
  if (inQuery) for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, String(value));
  const headers = new Headers({ "Content-Type": "application/json" });
  if (key !== null) headers.set("Authorization", `Bearer ${key}`);
  const body = inQuery ? null : JSON.stringify(rest);
  const response = await handleRest(new Request(url, { method: http.method, headers, body }), parts());
  return { status: response.status, text: await response.text() };
}

/** What the contract says this caller is answered. */
function expectedStatus(contract: Contract, { kind, permissions, is_bound }: Caller, asked: Asked): number {
  const { permission, people_only = false, agents_need = permission, reach } = contract;
  if (!permissions.has(permission)) return 403;
  if (kind === "agent" && (people_only || !permissions.has(agents_need))) return 403;
  if (reach === "organization" && is_bound) return 403;
  if (is_bound) return asked.bound_status;
  if (!permissions.has("members:manage")) return asked.member_status;
  return asked.status;
}

/** Calls with everything that an operation is asked with these ids, and scans the answers. */
async function expectKept(
  contract: Contract,
  caller: Caller,
  { ids, canaries }: { ids: Ids; canaries: readonly string[] },
): Promise<{ asked: Asked; answer: Answer }[]> {
  const answers: { asked: Asked; answer: Answer }[] = [];
  for (const asked of askedOf(contract, ids)) {
    const answer = await caller.call(contract, asked);
    const what = `${contract.name} ${JSON.stringify(asked.input)}: ${answer.text.slice(0, 400)}`;
    expect(answer.status, what).toBe(expectedStatus(contract, caller, asked));
    for (const canary of canaries) expect(answer.text, what).not.toContain(canary);
    answers.push({ asked, answer });
  }
  return answers;
}

/** An answer without what differs between two requests for different ids. */
const withoutIds = ({ status, text }: Answer, { id, session_id }: Ids): string =>
  `${status} ${text
    .replaceAll(id, "id")
    .replaceAll(session_id, "session")
    .replaceAll(/"(?:request|recall)_id":"[^"]*"|"[^"]*_at":"[^"]*"/g, "")}`;

const ALL_CANARIES = [OTHER_REPOSITORY, OTHER_ORGANIZATION];

it("every operation has a body, and every body an operation", () => {
  for (const contract of contracts) askedOf(contract, missing());
  const names = new Set(contracts.map(({ name }) => name));
  expect(Object.keys(BODIES).filter((name) => !names.has(name))).toEqual([]);
});

describe.each(cells)("%s", (_, contract) => {
  it("answers 401 without credentials, and to an expired and a revoked key", async () => {
    const [asked] = askedOf(contract, missing());
    if (!asked) throw new Error("an operation is asked something");
    for (const key of [null, keys.expired, keys.revoked])
      expect((await overRest(key, contract, asked)).status).toBe(401);
  });

  it("keeps other organizations and other repositories from a bound key, as if they did not exist", async () => {
    const none = missing();
    const unknown = await expectKept(contract, bound, { ids: none, canaries: ALL_CANARIES });
    for (const ids of [hidden, foreign]) {
      const answers = await expectKept(contract, bound, { ids, canaries: ALL_CANARIES });
      for (const [index, { asked, answer }] of answers.entries()) {
        const same = unknown[index];
        if (same && JSON.stringify(asked.input).includes(ids.id))
          expect(withoutIds(answer, ids)).toBe(withoutIds(same.answer, none));
      }
    }
  });

  it("keeps other organizations from an unbound key and from people of every role", async () => {
    for (const caller of [unbound, ...people.values()])
      await expectKept(contract, caller, { ids: foreign, canaries: [OTHER_ORGANIZATION] });
  });

  it("needs its permission, which the refusal names", async () => {
    const [asked] = askedOf(contract, foreign);
    if (!asked) throw new Error("an operation is asked something");
    for (const permission of PERMISSIONS) {
      const caller = withOne(permission);
      if (permission === contract.permission) {
        await expectKept(contract, caller, { ids: foreign, canaries: [OTHER_ORGANIZATION] });
        continue;
      }
      const { status, text } = await caller.call(contract, asked);
      expect(status).toBe(403);
      expect(text).toContain(contract.permission);
    }
  });
});

it("the rows of another repository are there to be seen by who may, so that the scan means something", async () => {
  const owner = people.get("owner");
  if (!owner) throw new Error("there is an owner");
  const seen: string[] = [];
  for (const contract of contracts.filter(({ effect }) => effect === "read"))
    for (const asked of askedOf(contract, hidden)) {
      const { text } = await owner.call(contract, asked);
      if (text.includes(OTHER_REPOSITORY)) seen.push(contract.name);
    }
  expect(new Set(seen).size, seen.join(", ")).toBeGreaterThan(20);
});

describe("over MCP", () => {
  it("a bound key gets nothing of other repositories and organizations by tools and resources", async () => {
    const client = await connectMcp({
      url: `${MCP_ADDRESS}?tools=${TOOL_SETS.join(",")}`,
      key: keys.bound,
      mode: "legacy",
      fetch: mcpFetch(database),
    });
    const { tools } = await client.listTools();
    const named = new Set(tools.map(({ name }) => name));
    const published = contracts.filter(({ mcp }) => mcp !== undefined);
    expect(published.filter(({ name }) => !named.has(name))).toEqual([]);
    for (const contract of published)
      for (const ids of [hidden, foreign])
        for (const { input } of askedOf(contract, ids)) {
          const answer = JSON.stringify(await client.callTool({ name: contract.name, arguments: input }));
          for (const canary of ALL_CANARIES) expect(answer, contract.name).not.toContain(canary);
        }
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const uris = [hidden, foreign].flatMap(({ id }) =>
      resourceTemplates.map(({ uriTemplate }) => uriTemplate.replace(/\{[^}]+\}/g, id)),
    );
    const read = [JSON.stringify({ resources, resourceTemplates })];
    for (const uri of [...resources.map((resource) => resource.uri), ...uris])
      read.push(await client.readResource({ uri }).then(JSON.stringify, String));
    for (const canary of ALL_CANARIES) expect(read.join("\n")).not.toContain(canary);
    await client.close();
  });
});
