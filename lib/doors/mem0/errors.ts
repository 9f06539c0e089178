import { publicUrl } from "@/lib/env";
import { AppError, toProblem } from "@/lib/kernel/errors";
import { translateDatabaseError } from "@/lib/runtime/run";
import { log } from "@/lib/telemetry/log";

/**
 * A failure as mem0's clients read one: one of them takes `detail`, one `message`, one `error`. It says what a problem
 * of REST says, with the field's name at its beginning.
 */
export function errorResponse(thrown: unknown, request_id: string): Response {
  const error = translateDatabaseError(thrown);
  if (!(error instanceof AppError)) log().error({ request_id, err: error }, "request failed");
  const problem = toProblem(error, publicUrl(), request_id);
  const detail = problem.detail.replace(/^\/(\S+): /, (_, pointer: string) => `${pointer}: `);
  const body = { ...problem, detail, message: detail, error: detail };
  const response = Response.json(body, { status: problem.status });
  if (error instanceof AppError && error.retry_after_seconds !== undefined)
    response.headers.set("Retry-After", String(error.retry_after_seconds));
  if (problem.status === 401) response.headers.set("WWW-Authenticate", "Token");
  return response;
}
