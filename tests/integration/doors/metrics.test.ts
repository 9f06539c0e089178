import { describe, expect, it } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { handleMetrics } from "@/lib/doors/metrics";
import type { Permission } from "@/lib/kernel/permissions";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { remember } from "../memories/support";

const database = testDatabase();

async function scrape(permissions: Permission[] | null, statements: string[] = []) {
  const organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  for (const statement of statements) await remember(owner, { statement, scope: "global", category: "api" });
  const headers = new Headers();
  if (permissions !== null) {
    const { key } = await run(
      agentKeyCreate,
      { name: "prometheus", agent: "prometheus", permissions },
      owner,
    );
    headers.set("authorization", `Bearer ${key}`);
  }
  const response = await handleMetrics(
    new Request("http://localhost:3000/api/metrics", { headers }),
    partsOf(database),
  );
  return { status: response.status, text: await response.text() };
}

describe("the metrics door", () => {
  it("tells what an organization has, and never what another has", async () => {
    await scrape(["jobs:manage", "memories:read"], ["The first of another organization"]);
    const { status, text } = await scrape(["jobs:manage", "memories:read"], ["One statement", "Another one"]);
    expect(status).toBe(200);
    expect(text).toMatch(/^casebook_total_memories 2$/m);
    expect(text).toMatch(/^casebook_memories_by_category\{category="api"\} 2$/m);
    expect(text).toMatch(/^casebook_avg_memory_quality 0\.\d+$/m);
    expect(text).toMatch(/^casebook_memory_reuse_rate 0$/m);
    expect(text).toContain("casebook_memory_query_time_ms_bucket");
  });

  it("keeps what a key may not read to itself, and everything from who has no key", async () => {
    const counted = await scrape(["jobs:manage"]);
    expect(counted.status).toBe(200);
    expect(counted.text).toContain("casebook_operation_seconds");
    expect(counted.text).not.toContain("casebook_total_memories");
    expect((await scrape(["memories:read"])).status).toBe(403);
    expect((await scrape(null)).status).toBe(401);
  });
});
