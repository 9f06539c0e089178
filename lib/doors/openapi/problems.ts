import { STATUS_CODES } from "node:http";
import type { Contract } from "@/lib/kernel/contract";
import { PROBLEMS } from "@/lib/kernel/errors";
import { type Json, referenceTo } from "./schemas";

/** The body of every failure (RFC 9457), as `Problem` of the kernel types it. */
export const problemSchema = {
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

const INPUT = 400;
const MISSING = 404;
/** Failures that are about what is written. */
const OF_WRITES = [409, 422];
/** Failures with a response of their own. The others can meet every operation alike and are one response. */
const DISTINCT = [INPUT, MISSING, ...OF_WRITES];
const OTHERS = "Problem";

const nameOf = (status: number): string =>
  (STATUS_CODES[status] ?? `Status ${status}`).replace(" Entity", "").replaceAll(" ", "");

/** The failures by their status (`NotFound`, `Conflict`, …), and one for all others. */
export function problemResponses(): Record<string, Json> {
  const statuses = new Set(Object.values(PROBLEMS).map(({ status }) => status));
  const others = [...statuses].filter((status) => !DISTINCT.includes(status));
  return Object.fromEntries([
    ...DISTINCT.map((status) => [nameOf(status), toResponse([status])]),
    [OTHERS, { ...toResponse(others, "Any other problem:\n\n"), headers: retryAfter }],
  ]);
}

function toResponse(statuses: readonly number[], opening = ""): Json {
  const problems = Object.entries(PROBLEMS).filter(([, { status }]) => statuses.includes(status));
  return {
    description: `${opening}${problems.map(([code, { status, remedy }]) => `- ${status} \`${code}\`: ${remedy}`).join("\n")}`,
    content: { "application/problem+json": { schema: referenceTo("Problem") } },
  };
}

const retryAfter = {
  "Retry-After": { description: "Seconds to wait, with status 429", schema: { type: "integer" } },
};

/** The failures that an operation can answer, by status. */
export function failuresOf({ effect, input }: Contract): Record<string, Json> {
  const names: [string, string][] = DISTINCT.filter((status) => {
    if (OF_WRITES.includes(status)) return effect !== "read";
    return status !== MISSING || Object.keys(input.shape).length > 0;
  }).map((status) => [String(status), nameOf(status)]);
  return Object.fromEntries(
    [...names, ["default", OTHERS]].map(([status, name]) => [
      status,
      { $ref: `#/components/responses/${name}` },
    ]),
  );
}
