import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type CommandContract, defineContract, type Tag } from "@/lib/kernel/contract";
import { listenToOtherTabs, operationQuery, refreshAfter } from ".";

const parts = {
  module: "memories",
  summary: "An operation of this test",
  permission: "memories:read",
  reach: "repository",
  input: z.strictObject({}),
  output: z.strictObject({}),
} as const;

const query = (name: string, reads: readonly Tag[]) =>
  defineContract({
    ...parts,
    name,
    effect: "read",
    reads,
    http: { method: "GET", path: "/test", status: 200 },
  });
const command = (changes: readonly Tag[]) =>
  defineContract({
    ...parts,
    name: "test_change",
    effect: "write",
    changes,
    http: { method: "POST", path: "/test", status: 200 },
  });

const memoryPage = query("memory_page", ["memories", "citations"]);
const jobPage = query("job_page", ["jobs"]);
const auditPage = query("audit_page", ["audit"]);

async function openTab() {
  const client = new QueryClient();
  for (const contract of [memoryPage, jobPage, auditPage])
    await client.prefetchQuery({ ...operationQuery(contract, {}), queryFn: () => ({}) });
  client.setQueryData(["not_an_operation"], {});
  return client;
}

const staleIn = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey[0]);

async function staleAfter(...commands: readonly CommandContract[]) {
  const client = await openTab();
  await refreshAfter(client, ...commands);
  return staleIn(client);
}

describe("refreshAfter", () => {
  it("marks cached answers stale that share a tag with the command, and the audit log", async () => {
    expect(await staleAfter(command(["citations"]))).toEqual(["memory_page", "audit_page"]);
  });

  it("takes the tags of several commands together", async () => {
    const stale = await staleAfter(command(["citations"]), command(["jobs"]));
    expect(stale).toEqual(["memory_page", "job_page", "audit_page"]);
  });

  it("marks them stale in other tabs too", async () => {
    const other = await openTab();
    const stop = listenToOtherTabs(other);
    await refreshAfter(new QueryClient(), command(["citations"]));
    await vi.waitFor(() => expect(staleIn(other)).toEqual(["memory_page", "audit_page"]));
    stop();
  });

  it("has lists that are worked through read again in its own tab alone", async () => {
    const queue = operationQuery(query("memory_queue", ["memories"]), {});
    const openQueue = async () => {
      const client = await openTab();
      await client.prefetchQuery({ ...queue, meta: { ...queue.meta, still: true }, queryFn: () => ({}) });
      return client;
    };
    const [own, other] = [await openQueue(), await openQueue()];
    const stop = listenToOtherTabs(other);
    await refreshAfter(own, command(["memories"]));
    expect(staleIn(own)).toContain("memory_queue");
    await vi.waitFor(() => expect(staleIn(other)).toEqual(["memory_page", "audit_page"]));
    stop();
  });

  it("leaves alone what no tag names", async () => {
    expect(await staleAfter(command(["skills"]))).toEqual(["audit_page"]);
  });
});
