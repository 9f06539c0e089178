import { agentKeyCreate } from "@/lib/access/contract";
import { handleMem0 } from "@/lib/doors/mem0";
import { applySettings } from "@/lib/env";
import { PERMISSIONS, type Permission } from "@/lib/kernel/permissions";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, type TestDatabase } from "./database";
import { listen } from "./listen";
import { partsOf } from "./parts";

export type Mem0Server = {
  url: string;
  /** A key with every permission. */
  key: string;
  owner: Context;
  /** A further key, of the same organization unless another owner makes it. */
  keyOf: (params: { agent: string; permissions?: readonly Permission[]; owner?: Context }) => Promise<string>;
  otherOwner: () => Promise<Context>;
  ask: (
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ) => Promise<{ status: number; body: unknown }>;
  close: () => Promise<void>;
};

/** The API of mem0 on a free port of this machine, for an organization of its own. */
export async function startMem0(database: TestDatabase): Promise<Mem0Server> {
  const { port, close } = await listen((request) => handleMem0(request, partsOf(database)));
  applySettings({
    RATE_LIMIT_PER_MINUTE: "100000",
    NEXTAUTH_SECRET: "a-secret-that-only-this-test-uses-0123456789",
  });
  const otherOwner = async () => {
    const organization = await createOrganization(database.db);
    return contextOf(database, await organization.person("owner"));
  };
  const owner = await otherOwner();
  const keyOf: Mem0Server["keyOf"] = async ({ agent, permissions = PERMISSIONS, owner: by = owner }) => {
    const { key } = await run(agentKeyCreate, { name: agent, agent, permissions: [...permissions] }, by);
    return key;
  };
  const key = await keyOf({ agent: "assistant" });
  const url = `http://127.0.0.1:${port}`;
  const ask: Mem0Server["ask"] = async (method, path, body, as = key) => {
    const response = await fetch(url + path, {
      method,
      redirect: "error",
      headers: { Authorization: `Token ${as}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return { url, key, owner, keyOf, otherOwner, ask, close };
}
