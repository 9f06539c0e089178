import { STATUS_CODES } from "node:http";
import { publicUrl } from "@/lib/env";
import { type Contract, pathParameters } from "@/lib/kernel/contract";
import { operations } from "@/lib/registry";
import packageJson from "@/package.json";
import { API_BASE } from "../rest";
import { withExtensions } from "./extensions";
import { describeParameters, isInQuery, shareParameters } from "./parameters";
import { failuresOf, problemResponses, problemSchema } from "./problems";
import { describeSchemas, type Json, type JsonSchema, nameReferredTo, type Schemas } from "./schemas";

/** The registry as an OpenAPI 3.1 document: every operation, from the same contract that REST dispatches on. */
export function openApiDocument(): Json {
  described ??= describeOperations();
  const { paths, components } = described;
  return {
    openapi: "3.1.0",
    info: {
      title: "Casebook",
      version: packageJson.version,
      description: packageJson.description,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: publicUrl() }],
    security: [{ agent_key: [] }],
    tags: [...new Set(operations.map(({ contract }) => contract.module))].map((name) => ({ name })),
    paths,
    components,
  };
}

/** Contracts do not change while a process runs, so they are described once. */
let described: { paths: Json; components: Json } | undefined;

function describeOperations(): { paths: Json; components: Json } {
  const schemas = describeSchemas();
  const contracts: Contract[] = operations.map(({ contract }) => contract);
  const taken = contracts.map((contract) => {
    const input = inputOf(contract, schemas);
    return { contract, parameters: describeParameters(contract, input) };
  });
  const shared = shareParameters(taken.flatMap(({ parameters }) => parameters));
  const paths: Record<string, Json> = {};
  for (const { contract, parameters } of taken) {
    const { method, path } = contract.http;
    const url = `${API_BASE}${path}`;
    const operation = describeOperation({ contract, schemas, parameters: parameters.map(shared.refer) });
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation };
  }
  return {
    paths,
    components: {
      securitySchemes: {
        agent_key: {
          type: "http",
          scheme: "bearer",
          description: "An agent key, made under Settings → Agent keys.",
        },
      },
      parameters: shared.components,
      responses: problemResponses(),
      schemas: {
        Problem: problemSchema,
        ...Object.fromEntries(
          [...schemas.named]
            .toSorted(([a], [b]) => a.localeCompare(b))
            .map(([name, schema]) => [name, withExtensions(schema, schemas.named)]),
        ),
      },
    },
  };
}

/** What an operation takes, with its fields, also where the whole has a name. */
function inputOf({ name }: Contract, { inputs, named }: Schemas): JsonSchema {
  const input = inputs.get(name) ?? {};
  return named.get(nameReferredTo(input) ?? "") ?? input;
}

function describeOperation({
  contract,
  schemas,
  parameters,
}: {
  contract: Contract;
  schemas: Schemas;
  parameters: Json[];
}): Json {
  return {
    operationId: contract.name,
    summary: contract.summary,
    description: [contract.mcp?.description, accessOf(contract)].filter(Boolean).join("\n\n"),
    tags: [contract.module],
    ...(parameters.length > 0 && { parameters }),
    ...describeBody(contract, schemas),
    ...(contract.example && { "x-example": contract.example }),
    responses: describeResponses(contract, schemas),
  };
}

/** Who may call an operation, in few words: there are many operations. */
function accessOf({ permission, reach, people_only, suggested_without }: Contract): string {
  const unbound = reach === "organization" ? ", of no bound key" : "";
  const people = people_only ? ", of a person" : "";
  const suggested = suggested_without ? `; of others' memories ${suggested_without}, else suggested` : "";
  return `Permission ${permission}${unbound}${people}${suggested}.`;
}

/** The fields that are not in the path, unless there are none. */
function describeBody(contract: Contract, schemas: Schemas): Json {
  const inPath = pathParameters(contract.http.path);
  const { required = [], properties = {}, ...rest } = inputOf(contract, schemas);
  const fields = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  if (isInQuery(contract) || fields.length === 0) return {};
  const demanded = required.filter((name) => !inPath.includes(name));
  const withoutPath: JsonSchema = {
    ...rest,
    properties: Object.fromEntries(fields),
    ...(demanded.length > 0 && { required: demanded }),
  };
  const schema = inPath.length > 0 ? withoutPath : schemas.inputs.get(contract.name);
  return {
    requestBody: {
      ...(demanded.length > 0 && { required: true }),
      content: { "application/json": { schema } },
    },
  };
}

function describeResponses(contract: Contract, schemas: Schemas): Json {
  const { file, status, created } = contract.http;
  const answer = {
    description: STATUS_CODES[status] ?? contract.summary,
    content: file
      ? { [file.content_type]: { schema: { type: "string" } } }
      : {
          "application/json": {
            schema: withExtensions(schemas.outputs.get(contract.name) ?? {}, schemas.named),
          },
        },
  };
  return {
    [status]: answer,
    ...(created ? { 200: { ...answer, description: "Nothing was created; the answer says why" } } : {}),
    ...(file ? { 304: { description: "Not modified since the ETag in If-None-Match" } } : {}),
    ...failuresOf(contract),
  };
}
