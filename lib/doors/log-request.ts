import { log } from "@/lib/telemetry/log";

/** Finishes an answer: names the request in it and in the log. `started`: `performance.now()` when it came. */
export function logRequest(
  request: Request,
  {
    url,
    response,
    request_id,
    started,
  }: { url: URL; response: Response; request_id: string; started: number },
): void {
  response.headers.set("X-Request-Id", request_id);
  log().debug(
    {
      request_id,
      method: request.method,
      path: url.pathname,
      status: response.status,
      ms: Math.round(performance.now() - started),
    },
    "request",
  );
}
