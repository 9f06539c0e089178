import { agentKeyCreate } from "@/lib/access/contract";
import { openApiDocument } from "@/lib/doors/openapi";
import { handleRest } from "@/lib/doors/rest";
import { applySettings } from "@/lib/env";
import { newId } from "@/lib/kernel/ids";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { contextOf, createOrganization, run, type TestDatabase } from "./database";
import { listen } from "./listen";
import { partsOf } from "./parts";

export type RestServer = {
  url: string;
  /** A key with every permission. */
  key: string;
  /** An id that nothing has. */
  unknown_id: string;
  close: () => Promise<void>;
};

/** REST on a free port of this machine, for an organization of its own. */
export async function startRest(database: TestDatabase): Promise<RestServer> {
  const { port, close } = await listen((request) => handleRest(request, partsOf(database)));
  applySettings({
    RATE_LIMIT_PER_MINUTE: "100000",
    NEXTAUTH_SECRET: "a-secret-that-only-this-test-uses-0123456789",
  });
  const organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  const { key } = await run(
    agentKeyCreate,
    { name: "generated", agent: "main", permissions: [...PERMISSIONS] },
    owner,
  );
  return { url: `http://127.0.0.1:${port}`, key, unknown_id: newId(), close };
}

/** The OpenAPI document as it is served: a copy, because readers change what they are handed. */
export const servedDocument = () => JSON.parse(JSON.stringify(openApiDocument()));
