/** The OpenAPI document as validators and generators of others read it, and clients made from it against a server. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { validate } from "@readme/openapi-parser";
import { Validator } from "@seriousme/openapi-schema-validator";
import openapiTypes, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "../support/database";
import { type RestServer, servedDocument, startRest } from "../support/rest-server";
import type { Seen } from "./openapi/seen";

const folder = path.resolve(import.meta.dirname, "openapi");
const generated = path.join(folder, "generated");

const database = testDatabase();
let server: RestServer;

beforeAll(async () => {
  server = await startRest(database);
});
afterAll(async () => {
  await server.close();
  await rm(generated, { recursive: true, force: true });
});

describe("validators find the document valid", () => {
  it("@seriousme/openapi-schema-validator", async () => {
    expect(await new Validator().validate(servedDocument())).toEqual({ valid: true });
  });

  it("@readme/openapi-parser", async () => {
    expect(await validate(servedDocument())).toMatchObject({ valid: true, warnings: [] });
  });
});

describe("clients that are generated from the document", () => {
  beforeAll(async () => {
    await rm(generated, { recursive: true, force: true });
    await mkdir(generated, { recursive: true });
    // Without the option a field that has a default is demanded from callers, too.
    const types = await openapiTypes(servedDocument(), { defaultNonNullable: false });
    await writeFile(path.join(generated, "types.ts"), astToString(types));
    await createClient({
      input: servedDocument(),
      output: path.join(generated, "client"),
      plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
      logs: { level: "silent" },
    });
  });

  it("are accepted by the compiler where they are used as documented, and not where they are not", () => {
    expect(compilerErrors(["use-openapi-fetch.ts", "use-hey-api.ts"])).toEqual([]);
  });

  const clients: [name: string, use: (server: RestServer) => Promise<Seen>, stored: string][] = [
    [
      "openapi-fetch",
      async (on) => (await import("./openapi/use-openapi-fetch")).useOpenapiFetch(on),
      "Lanterns are lit by the harbour pilot",
    ],
    [
      "@hey-api/openapi-ts",
      async (on) => (await import("./openapi/use-hey-api")).useHeyApi(on),
      "Anchors are weighed before the tide turns",
    ],
  ];
  it.each(clients)("store, find and list a memory and read problems: %s", async (_, use, stored) => {
    const seen = await use(server);
    expect(seen).toMatchObject({
      stored,
      listed: [seen.memory_id],
      missing: [404, "not_found"],
      refused: [400, "/limit"],
    });
    expect(seen.found).toContain(seen.memory_id);
  });
});

/** What the compiler says about files of the folder, with everything they import. */
function compilerErrors(files: readonly string[]): string[] {
  const program = ts.createProgram({
    rootNames: files.map((file) => path.join(folder, file)),
    options: {
      strict: true,
      // Declarations of the platform and of packages; what is generated are no declaration files.
      skipLibCheck: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      types: [],
    },
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file, start = 0 }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}
