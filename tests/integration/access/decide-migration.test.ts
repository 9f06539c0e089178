import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { agentKeyCreate, agentKeyList } from "@/lib/access/contract";
import { newId } from "@/lib/kernel/ids";
import { DEFAULT_AGENT_PERMISSIONS, type Permission } from "@/lib/kernel/permissions";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

const BEFORE: Readonly<Record<string, readonly Permission[]>> = {
  default: DEFAULT_AGENT_PERMISSIONS,
  global: [...DEFAULT_AGENT_PERMISSIONS, "memories:global"],
  auditor: [...DEFAULT_AGENT_PERMISSIONS, "audit:read"],
  tidying: [...DEFAULT_AGENT_PERMISSIONS, "proposals:decide"],
  drafting: [...DEFAULT_AGENT_PERMISSIONS, "skills:manage"],
  reading: ["memories:read", "skills:manage"],
  deciding: [...DEFAULT_AGENT_PERMISSIONS, "skills:manage", "memories:decide"],
};

it("keys made before decide about memories only if they were given a permission to manage or decide", async () => {
  const organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  for (const [name, permissions] of Object.entries(BEFORE))
    await run(agentKeyCreate, { name, agent: newId(), permissions: [...permissions] }, owner);
  const migration = await readFile("prisma/migrations/20261122230200_memories_decide/migration.sql", "utf8");
  await database.db.$executeRawUnsafe(migration.slice(migration.indexOf("update agent_key")));
  const { items } = await run(agentKeyList, { limit: 200 }, owner);
  const deciding = items.filter(({ permissions }) => permissions.includes("memories:decide"));
  expect(deciding.map(({ name }) => name).toSorted()).toEqual(["deciding", "drafting", "tidying"]);
  expect(items.every(({ permissions }) => new Set(permissions).size === permissions.length)).toBe(true);
});
