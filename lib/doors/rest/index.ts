import { publicUrl } from "@/lib/env";
import type { Contract, FileAnswer } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import { type Parts, parts } from "@/lib/runtime/parts";
import { run } from "@/lib/runtime/run";
import { authenticateCounted } from "../authenticate";
import { countRequest, inTurn } from "../limits";
import { logRequest } from "../log-request";
import { assertHost, isAllowedOrigin } from "../origins";
import { problemResponse } from "../problem-response";
import { readJsonObject } from "./body";
import { coerceQuery } from "./coerce";
import { exportResponse, takeExport } from "./list-export";
import { createRouter } from "./routes";

export const API_BASE = "/api/v1";

const route = createRouter(operations);

/**
 * The REST door: a fetch handler over the registry. Every answer is JSON, or a file that was asked for; every failure a
 * problem (RFC 9457).
 * `given` replaces the process's own parts in tests.
 */
export async function handleRest(request: Request, params?: Parts): Promise<Response> {
  const request_id = newId();
  const started = performance.now();
  const url = new URL(request.url);
  let response: Response;
  try {
    assertHost(request);
    response =
      request.method === "OPTIONS"
        ? preflight(request, url)
        : await answer(request, url, request_id, params ?? parts());
  } catch (error) {
    response = problemResponse(error, request_id);
  }
  // What has an ETag may be kept, but not used without asking.
  response.headers.set("Cache-Control", response.headers.has("ETag") ? "private, no-cache" : "no-store");
  allowCrossOrigin(request, response);
  logRequest(request, { url, response, request_id, started });
  return response;
}

async function answer(request: Request, url: URL, request_id: string, parts: Parts): Promise<Response> {
  const path = url.pathname.slice(API_BASE.length) || "/";
  const match = route(request.method, path);
  if (!match.operation) {
    countRequest({ by: "address", request });
    if (match.methods.length === 0)
      throw new AppError(
        "not_found",
        `There is no ${API_BASE}${path}; ${publicUrl()}/api/docs lists what there is.`,
      );
    return methodNotAllowed(request.method, match.methods, request_id);
  }
  const { actor } = await authenticateCounted(request, parts);
  const { contract }: { contract: Contract } = match.operation;
  const { method, status, max_body_bytes } = contract.http;
  const inQuery = method === "GET" || method === "DELETE";
  const query = new URLSearchParams(url.searchParams);
  const asked = query.has("export") ? takeExport(contract, query) : null;
  const sent = inQuery ? coerceQuery(contract.input, query) : await readJsonObject(request, max_body_bytes);
  const idempotency_key = readIdempotencyKey(request);
  const { operation } = match;
  const input = { ...sent, ...coerceQuery(contract.input, new URLSearchParams(match.parameters)) };
  const context = { ...parts, actor, request_id, ...(idempotency_key !== null && { idempotency_key }) };
  if (asked !== null) return exportResponse(operation, { input, context, asked });
  // In turn only now: who sends its body slowly keeps no place from others.
  const output: unknown = await inTurn(actor, () => run(operation, input, context));
  if (contract.http.file) return fileResponse(request, output, contract.http.file);
  return Response.json(output, { status: contract.http.created?.(output) === false ? 200 : status });
}

const fieldOf = (output: unknown, name: string): string => {
  const value = output !== null && typeof output === "object" ? Object.entries(output) : [];
  const [, text] = value.find(([field]) => field === name) ?? [];
  if (typeof text !== "string") throw new Error(`the answer has no text in ${name}`);
  return text;
};

/** The file itself, or 304 when the caller has it (RFC 9110 §13.1.2, by weak comparison). */
function fileResponse(request: Request, output: unknown, file: FileAnswer): Response {
  const etag = `"${fieldOf(output, file.etag)}"`;
  const known = request.headers.get("if-none-match")?.split(",") ?? [];
  const headers = { ETag: etag, "Content-Type": file.content_type, "X-Content-Type-Options": "nosniff" };
  if (known.some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === etag))
    return new Response(null, { status: 304, headers: { ETag: etag } });
  return new Response(fieldOf(output, file.content), { status: 200, headers });
}

const MAX_IDEMPOTENCY_KEY = 200;

function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (key.length === 0 || key.length > MAX_IDEMPOTENCY_KEY)
    throw new AppError(
      "invalid_input",
      `The Idempotency-Key header must have 1 to ${MAX_IDEMPOTENCY_KEY} characters.`,
    );
  return key;
}

function methodNotAllowed(method: string, methods: string[], request_id: string): Response {
  const response = problemResponse(
    new AppError("method_not_allowed", `${method} is not possible here; use ${methods.join(" or ")}.`),
    request_id,
  );
  response.headers.set("Allow", methods.join(", "));
  return response;
}

function preflight(request: Request, url: URL): Response {
  countRequest({ by: "page", request });
  const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"].filter(
    (method) => route(method, url.pathname.slice(API_BASE.length)).operation !== null,
  );
  return new Response(null, { status: 204, headers: { Allow: methods.join(", ") } });
}

/** Other sites' pages may read our answers only when the settings name them; without credentials, so with a key. */
function allowCrossOrigin(request: Request, response: Response): void {
  const origin = request.headers.get("origin");
  response.headers.append("Vary", "Origin");
  if (origin === null || !isAllowedOrigin(origin)) return;
  response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set(
    "Access-Control-Expose-Headers",
    "X-Request-Id, Retry-After, ETag, X-Casebook-Total, X-Casebook-Rows",
  );
  if (request.method === "OPTIONS") {
    response.headers.set("Access-Control-Allow-Methods", "GET, POST, PATCH, PUT, DELETE");
    response.headers.set(
      "Access-Control-Allow-Headers",
      "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-API-Key",
    );
  }
}
