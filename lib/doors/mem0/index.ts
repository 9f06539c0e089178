import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type Parts, parts } from "@/lib/runtime/parts";
import { authenticateCounted } from "../authenticate";
import { countRequest, inTurn } from "../limits";
import { logRequest } from "../log-request";
import { assertHost } from "../origins";
import { readJsonObject } from "../rest/body";
import { errorResponse } from "./errors";
import type { Fields } from "./fields";
import { match } from "./routes";

/**
 * The API of mem0 (v1, v2 and v3) over our operations: a fetch handler for clients that are pointed at this server by
 * their host alone. Every answer is JSON, a failure in the form that these clients read.
 */
export async function handleMem0(request: Request, params?: Parts): Promise<Response> {
  const request_id = newId();
  const started = performance.now();
  const url = new URL(request.url);
  let response: Response;
  try {
    assertHost(request);
    response = await answer(request, url, request_id, params ?? parts());
  } catch (error) {
    response = errorResponse(error, request_id);
  }
  response.headers.set("Cache-Control", "no-store");
  logRequest(request, { url, response, request_id, started });
  return response;
}

async function answer(request: Request, url: URL, request_id: string, parts: Parts): Promise<Response> {
  const found = matched(request, url);
  if (!found.route) {
    countRequest({ by: "address", request });
    if (found.methods.length === 0)
      throw new AppError("not_found", `There is no ${url.pathname} here; docs/mem0.md lists what there is.`);
    const response = errorResponse(
      new AppError(
        "method_not_allowed",
        `${request.method} is not possible here; use ${found.methods.join(" or ")}.`,
      ),
      request_id,
    );
    response.headers.set("Allow", found.methods.join(", "));
    return response;
  }
  const { route } = found;
  const { actor } = await authenticateCounted(request, parts);
  const body = await bodyOf(request);
  const fields: Fields = { ...Object.fromEntries(url.searchParams), ...body };
  const context = { ...parts, actor, request_id };
  const output = await inTurn(actor, async () => route.answer({ context, fields, url, parts: found.parts }));
  return Response.json(output, { status: route.status ?? 200 });
}

async function bodyOf(request: Request): Promise<Fields> {
  if (request.method === "GET") return {};
  return readJsonObject(request);
}

function matched(request: Request, url: URL): ReturnType<typeof match> {
  try {
    return match(request.method, url.pathname);
  } catch (error) {
    countRequest({ by: "address", request });
    throw error;
  }
}
