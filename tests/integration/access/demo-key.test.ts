import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentKeyCreate, agentKeyRevoke } from "@/lib/access/contract";
import { findPrintedKey, keepPrintedKey } from "@/prisma/demo/key";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();
const data_dir = mkdtempSync(join(tmpdir(), "casebook-demo-key-"));
const file = join(data_dir, "demo-key");
afterAll(() => rmSync(data_dir, { recursive: true, force: true }));

describe("the key that the demo prints", () => {
  let organization: Awaited<ReturnType<typeof createOrganization>>;
  let owner: ReturnType<typeof contextOf>;
  beforeAll(async () => {
    organization = await createOrganization(database.db);
    owner = contextOf(database, await organization.person("owner"));
  });
  const createKey = (agent: string) =>
    run(agentKeyCreate, { name: "Demo", agent, agent_types: ["main"] }, owner);
  const find = (organization_id = organization.organization_id) =>
    findPrintedKey(database.db, { data_dir, organization_id, agent: "demo-agent" });

  it("is the same at the next start, and only its owner can read it", async () => {
    expect(await find()).toBeNull();
    const { key } = await createKey("demo-agent");
    await keepPrintedKey({ data_dir, key });
    expect(await find()).toBe(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toBe(`${key}\n`);
  });

  it("is replaced when this database does not know it: revoked, damaged, or of somebody else", async () => {
    const { key, agent_key } = await createKey("demo-agent");
    writeFileSync(file, "cb_damaged");
    expect(await find()).toBeNull();
    const foreign = await createKey("another-agent");
    await keepPrintedKey({ data_dir, key: foreign.key });
    expect(await find()).toBeNull();
    await keepPrintedKey({ data_dir, key });
    const elsewhere = await createOrganization(database.db);
    expect(await find(elsewhere.organization_id)).toBeNull();
    expect(await find()).toBe(key);
    await run(agentKeyRevoke, { agent_key_id: agent_key.id }, owner);
    expect(await find()).toBeNull();
  });
});
