/** The same with the client that @hey-api/openapi-ts writes. Its lines are checked by the compiler, too. */
import { memoryGet, memoryList, memorySearch, memoryStore } from "./generated/client";
import { createClient, createConfig } from "./generated/client/client";
import type { Memory, MemoryGetErrors, Problem } from "./generated/client/types.gen";
import type { Seen, Server } from "./seen";

export async function useHeyApi({ url, key, unknown_id }: Server): Promise<Seen> {
  const client = createClient(createConfig({ baseUrl: url, auth: key }));

  const stored = await memoryStore({
    client,
    body: { kind: "decision", statement: "Anchors are weighed before the tide turns", scope: "global" },
  });
  const memory: Memory | null | undefined = stored.data?.memory;
  // @ts-expect-error A memory has no such field.
  memory?.lantern;
  // @ts-expect-error There is no such kind.
  const wrong: Memory["kind"] = "lantern";

  const found = await memorySearch({ client, body: { query: "anchors weighed before tide" } });
  const listed = await memoryList({ client, query: { limit: 1, kind: ["decision"] } });
  const missing = await memoryGet({ client, path: { memory_id: unknown_id } });
  const refused = await memoryList({ client, query: { limit: 0 } });
  const problem: Problem | MemoryGetErrors[404] | undefined = missing.error;

  return {
    stored: memory?.statement,
    found: found.data?.items.map((item) => item.memory.id) ?? [],
    listed: listed.data?.items.map((item) => item.id) ?? [],
    memory_id: memory?.id,
    missing: [missing.response?.status, problem?.code],
    refused: [refused.response?.status, refused.error?.errors?.[0]?.pointer],
    wrong,
  };
}
