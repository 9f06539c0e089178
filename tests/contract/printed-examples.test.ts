import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exampleCallOf, parametersOf } from "@/components/api-docs/curl";
import { type ApiDocument, entriesOf } from "@/components/api-docs/document";
import { exampleOf } from "@/components/api-docs/schema";
import { openApiDocument } from "@/lib/doors/openapi";
import { operations } from "@/lib/registry";

const document: ApiDocument = JSON.parse(JSON.stringify(openApiDocument()));
const entries = entriesOf(document);

describe.each(operations.map(({ contract }) => [contract.name, contract] as const))(
  "the example of %s on the API page",
  (name, contract) => {
    it("is an input that the operation takes", () => {
      const entry = entries.find(({ id }) => id === name);
      if (!entry) throw new Error(`${name} is not in the document`);
      const { query, body } = exampleCallOf(document, entry);
      const inPath = parametersOf(document, entry)
        .filter((parameter) => parameter.in === "path")
        .map(({ name, schema = {} }) => [name, exampleOf(document, schema)] as const);
      const input = { ...query, ...Object(body), ...Object.fromEntries(inPath) };
      const parsed = contract.input.safeParse(input);
      const problem = parsed.error ? `${JSON.stringify(input)}: ${z.prettifyError(parsed.error)}` : null;
      expect(problem, "give the contract an `example`, which the page prints instead").toBeNull();
    });
  },
);
