import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { actorOfKey, settingsOf } from "@/lib/access";
import { agentKeyCreate, agentKeyRevoke, organizationUpdate } from "@/lib/access/contract";
import { type Database, openDatabase } from "@/lib/db/client";
import { remembers, stopRemembering } from "@/lib/db/remembered/remember";
import { memoryGetRecent } from "@/lib/memories/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { freePort } from "../../support/free-port";

const database = testDatabase();
let other: Database;

/** As another process opens it. */
beforeAll(() => {
  other = openDatabase(database.connection_string, 2);
});
afterAll(() => other.$disconnect());

async function setUp() {
  const organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  const { agent_key, key } = await run(agentKeyCreate, { name: "ci", agent: "ci" }, owner);
  return { ...organization, owner, agent_key_id: agent_key.id, key };
}

const now = () => new Date();
const SECRET = "a-secret-that-only-this-test-uses-0123456789";

describe("a key that a process remembers", () => {
  it("is read once, as long as nothing about it changes", async () => {
    const { key } = await setUp();
    expect(await remembers(other)).toBe(true);
    expect(await actorOfKey(other, key, now())).toMatchObject({ name: "ci" });
    const asked = vi.spyOn(other, "$queryRaw");
    expect(await actorOfKey(other, key, now())).toMatchObject({ name: "ci" });
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it("is known to every copy of the module that a build holds, as pages and routes have their own", async () => {
    const { key } = await setUp();
    await remembers(other);
    expect(await actorOfKey(other, key, now())).not.toBeNull();
    vi.resetModules();
    const copy = await import("@/lib/access");
    expect(copy.actorOfKey).not.toBe(actorOfKey);
    const asked = vi.spyOn(other, "$queryRaw");
    expect(await copy.actorOfKey(other, key, now())).toMatchObject({ name: "ci" });
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it("is refused in another process once it is revoked", async () => {
    const { owner, agent_key_id, key } = await setUp();
    await remembers(other);
    expect(await actorOfKey(other, key, now())).not.toBeNull();
    await run(agentKeyRevoke, { agent_key_id }, owner);
    await expect.poll(() => actorOfKey(other, key, now()), { interval: 5 }).toBeNull();
  });

  it("is refused at once in the process that revoked it", async () => {
    const { owner, agent_key_id, key } = await setUp();
    await remembers(database.db);
    expect(await actorOfKey(database.db, key, now())).not.toBeNull();
    await run(agentKeyRevoke, { agent_key_id }, owner);
    expect(await actorOfKey(database.db, key, now())).toBeNull();
  });

  it("is refused after somebody revoked it with a statement of SQL", async () => {
    const { agent_key_id, key } = await setUp();
    await remembers(other);
    expect(await actorOfKey(other, key, now())).not.toBeNull();
    await database.db.$executeRaw`update agent_key set revoked_at = now() where id = ${agent_key_id}::uuid`;
    await expect.poll(() => actorOfKey(other, key, now()), { interval: 5 }).toBeNull();
  });

  it("ends when it expires", async () => {
    const { organization_id, agent_key_id, key } = await setUp();
    const expires_at = new Date(Date.now() + 1_500);
    await database.db.agent_key.updateMany({
      where: { organization_id, id: agent_key_id },
      data: { expires_at },
    });
    await remembers(other);
    expect(await actorOfKey(other, key, now())).not.toBeNull();
    await expect.poll(() => actorOfKey(other, key, now()), { timeout: 5_000 }).toBeNull();
  });
});

describe("settings that a process remembers", () => {
  it("are those in force in every process", async () => {
    const { organization_id, owner } = await setUp();
    await remembers(other);
    expect(await settingsOf(other, { organization_id })).toMatchObject({ enabled: true });
    await run(organizationUpdate, { settings: { enabled: false } }, owner);
    expect(await settingsOf(database.db, { organization_id })).toMatchObject({ enabled: false });
    await expect
      .poll(async () => (await settingsOf(other, { organization_id })).enabled, { interval: 5 })
      .toBe(false);
  });
});

describe("a process that cannot hear of changes", () => {
  it("remembers nothing, whatever was read before", async () => {
    const { agent_key_id, key } = await setUp();
    const deaf = openDatabase(database.connection_string, 2);
    expect(await remembers(deaf)).toBe(true);
    expect(await actorOfKey(deaf, key, now())).not.toBeNull();
    await stopRemembering(deaf);
    expect(await remembers(deaf)).toBe(false);
    await database.db.$executeRaw`update agent_key set revoked_at = now() where id = ${agent_key_id}::uuid`;
    expect(await actorOfKey(deaf, key, now())).toBeNull();
    await deaf.$disconnect();
  });

  it("is one whose connection for it does not reach the pool's database", async () => {
    const elsewhere = openDatabase(database.connection_string, 2, "postgresql://nobody@127.0.0.1:1/none");
    expect(await remembers(elsewhere)).toBe(false);
    const { key } = await setUp();
    expect(await actorOfKey(elsewhere, key, now())).not.toBeNull();
    await elsewhere.$disconnect();
  });
});

describe("two processes of the product", () => {
  let child: ChildProcess;
  let url: string;

  beforeAll(async () => {
    child = spawn(process.execPath, ["--import", "tsx", "tests/support/web-process.ts"], {
      env: {
        ...process.env,
        DATABASE_URL: database.connection_string,
        PORT: String(await freePort()),
        NEXTAUTH_SECRET: SECRET,
        CASEBOOK_ENCRYPTION_KEY: SECRET,
        EMBEDDING_PROVIDER: "none",
        LOG_LEVEL: "warn",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { stdout } = child;
    if (!stdout) throw new Error("the process has no output");
    const port = await new Promise<string>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`the process ended with ${code}`)));
      createInterface({ input: stdout }).on("line", (line) => {
        const found = /listening on (\d+)/.exec(line)?.[1];
        if (found) resolve(found);
      });
    });
    url = `http://127.0.0.1:${port}/api/v1${memoryGetRecent.http.path}`;
  }, 120_000);

  afterAll(async () => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await gone;
  });

  it("refuse a revoked key alike", async () => {
    const { owner, agent_key_id, key } = await setUp();
    const ask = async () => (await fetch(url, { headers: { Authorization: `Bearer ${key}` } })).status;
    for (let count = 0; count < 20; count++) expect(await ask()).toBe(200);
    await run(agentKeyRevoke, { agent_key_id }, owner);
    await expect.poll(ask, { interval: 5 }).toBe(401);
  });
});
