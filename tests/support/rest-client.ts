import type { Database } from "@/lib/db/client";
import { handleRest } from "@/lib/doors/rest";
import { partsOf } from "./parts";

export type RestAnswer = { status: number; retry_after: string | null; body: Record<string, unknown> };
export type RestClient = (method: string, path: string, body?: unknown) => Promise<RestAnswer>;

/** Asks a database over REST as the holder of a key does, without models. */
export function restClient(db: Database, key: string): RestClient {
  return async (method, path, body) => {
    const request = new Request(`http://localhost:3000/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const response = await handleRest(request, partsOf({ db }));
    return {
      status: response.status,
      retry_after: response.headers.get("retry-after"),
      body: (await response.json()) as Record<string, unknown>,
    };
  };
}
