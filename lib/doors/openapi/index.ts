import { publicUrl } from "@/lib/env";
import { pathParameters } from "@/lib/kernel/contract";
import { PROBLEMS } from "@/lib/kernel/errors";
import { operations } from "@/lib/registry";
import type { AnyOperation } from "@/lib/runtime/operation";
import packageJson from "@/package.json";
import { API_BASE } from "../rest";
import { inputJsonSchema, outputJsonSchema } from "../schemas";

type JsonSchema = Record<string, unknown> & { properties?: Record<string, unknown>; required?: string[] };

/** The registry as an OpenAPI 3.1 document: every operation, from the same contract that REST dispatches on. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const { method, path } = operation.contract.http;
    const url = `${API_BASE}${path}`;
    paths[url] = { ...paths[url], [method.toLowerCase()]: describeOperation(operation) };
  }
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
    tags: [...new Set(operations.map(({ contract }) => contract.room))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        agent_key: {
          type: "http",
          scheme: "bearer",
          description: "An agent key, made under Settings → Agent keys.",
        },
      },
      schemas: { Problem: problemSchema },
    },
  };
}

function describeOperation({ contract }: AnyOperation): Record<string, unknown> {
  const inPath = pathParameters(contract.http.path);
  const input = inputJsonSchema(contract) as JsonSchema;
  const properties = Object.entries(input.properties ?? {});
  const required = new Set(input.required ?? []);
  const inQuery = contract.http.method === "GET" || contract.http.method === "DELETE";
  const rest = properties.filter(([name]) => !inPath.includes(name));
  const parameters = [
    ...inPath.map((name) => ({ name, in: "path", required: true, schema: input.properties?.[name] ?? {} })),
    ...(inQuery
      ? rest.map(([name, schema]) => ({ name, in: "query", required: required.has(name), schema }))
      : []),
    ...(contract.effect === "read" ? [] : [idempotencyKey]),
  ];
  const body = {
    ...input,
    properties: Object.fromEntries(rest),
    required: [...required].filter((name) => !inPath.includes(name)),
  };
  const answer = {
    description: contract.summary,
    content: contract.http.file
      ? { [contract.http.file.content_type]: { schema: { type: "string" } } }
      : { "application/json": { schema: outputJsonSchema(contract) } },
  };
  return {
    operationId: contract.name,
    summary: contract.summary,
    description: [contract.mcp?.description, `Permission: \`${contract.permission}\`.`]
      .filter(Boolean)
      .join("\n\n"),
    tags: [contract.room],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(inQuery
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      [contract.http.status]: answer,
      ...(contract.http.created
        ? { 200: { ...answer, description: "Nothing was created; the answer says why" } }
        : {}),
      ...(contract.http.file ? { 304: { description: "Not modified since the ETag in If-None-Match" } } : {}),
      default: {
        description: "A problem (RFC 9457)",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Repeating a request with the same key returns the first answer.",
  schema: { type: "string", minLength: 1, maxLength: 200 },
};

const problemSchema = {
  type: "object",
  required: ["type", "title", "status", "code", "detail", "remedy"],
  properties: {
    type: { type: "string", format: "uri", description: "Opens a page that explains the problem" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: Object.keys(PROBLEMS) },
    detail: { type: "string" },
    remedy: { type: "string" },
    request_id: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["pointer", "detail"],
        properties: {
          pointer: { type: "string", description: "RFC 6901 pointer into the input" },
          detail: { type: "string" },
        },
      },
    },
  },
};
