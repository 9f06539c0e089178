import { publicUrl } from "@/lib/env";
import { AppError, toProblem } from "@/lib/kernel/errors";
import { translateDatabaseError } from "@/lib/runtime/run";
import { log } from "@/lib/telemetry/log";

/** A failure as `application/problem+json`. */
export function problemResponse(thrown: unknown, request_id: string): Response {
  // Who asks is looked up in the database too, before any operation runs.
  const error = translateDatabaseError(thrown);
  if (!(error instanceof AppError)) log().error({ request_id, err: error }, "request failed");
  const problem = toProblem(error, publicUrl(), request_id);
  const headers = new Headers({ "Content-Type": "application/problem+json", "Cache-Control": "no-store" });
  if (error instanceof AppError && error.retry_after_seconds !== undefined)
    headers.set("Retry-After", String(error.retry_after_seconds));
  if (problem.status === 401) headers.set("WWW-Authenticate", "Bearer");
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
