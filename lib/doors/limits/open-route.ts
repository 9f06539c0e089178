import { newId } from "@/lib/kernel/ids";
import { assertHost } from "../origins";
import { problemResponse } from "../problem-response";
import { readBytes } from "../rest/body";
import { countRequest } from "./index";

/** What a form of signing in has is below a kilobyte; providers send a little more. */
const MAX_OPEN_BODY_BYTES = 64 * 1024;

type Handler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;

/**
 * A route that anybody who reaches the server may call: counted by address, the Host checked, and with a small body that is read
 * whole before the handler sees it.
 */
export function openRoute<Rest extends unknown[]>(handle: Handler<Rest>) {
  return async (request: Request, ...rest: Rest): Promise<Response> => {
    try {
      assertHost(request);
      countRequest({ by: "address", request });
      return await handle(await withWholeBody(request), ...rest);
    } catch (error) {
      return problemResponse(error, newId());
    }
  };
}

async function withWholeBody(request: Request): Promise<Request> {
  const { url, method, headers } = request;
  const body = await readBytes(request, MAX_OPEN_BODY_BYTES);
  const empty = method === "GET" || method === "HEAD" || body.byteLength === 0;
  return new Request(url, empty ? { method, headers } : { method, headers, body: new Uint8Array(body) });
}
