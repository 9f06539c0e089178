/** What a script does with openapi-fetch and the types that openapi-typescript makes. Its lines are checked by the compiler, too. */
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/types";
import type { Seen, Server } from "./seen";

type Memory = components["schemas"]["Memory"];

export async function useOpenapiFetch({ url, key, unknown_id }: Server): Promise<Seen> {
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } });

  const stored = await client.POST("/api/v1/memories", {
    body: { kind: "decision", statement: "Lanterns are lit by the harbour pilot", scope: "global" },
  });
  const memory: Memory | null | undefined = stored.data?.memory;
  // @ts-expect-error A memory has no such field.
  memory?.lantern;
  // @ts-expect-error There is no such kind.
  const wrong: Memory["kind"] = "lantern";

  const found = await client.POST("/api/v1/memories/search", { body: { query: "harbour pilot lanterns" } });
  const listed = await client.GET("/api/v1/memories", {
    params: { query: { limit: 1, kind: ["decision"] } },
  });
  const missing = await client.GET("/api/v1/memories/{memory_id}", {
    params: { path: { memory_id: unknown_id } },
  });
  const refused = await client.GET("/api/v1/memories", { params: { query: { limit: 0 } } });
  const problem: components["schemas"]["Problem"] | undefined = missing.error;

  return {
    stored: memory?.statement,
    found: found.data?.items.map((item) => item.memory.id) ?? [],
    listed: listed.data?.items.map((item) => item.id) ?? [],
    memory_id: memory?.id,
    missing: [missing.response.status, problem?.code],
    refused: [refused.response.status, refused.error?.errors?.[0]?.pointer],
    wrong,
  };
}
