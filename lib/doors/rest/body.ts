import { AppError } from "@/lib/kernel/errors";
import { metrics } from "@/lib/telemetry/metrics";

/** The largest body any operation takes, in bytes. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/**
 * Reads a JSON object from a request, never more than `limit` bytes of it.
 * @throws AppError unsupported_media_type, payload_too_large, malformed_json.
 */
export async function readJsonObject(
  request: Request,
  limit = MAX_BODY_BYTES,
): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) return {};
  return parseJsonObject(request, bytes);
}

/**
 * The JSON object that the body of a request is, which was read already.
 * @throws AppError unsupported_media_type, malformed_json.
 */
export function parseJsonObject(request: Request, bytes: Uint8Array): Record<string, unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json" && !type?.endsWith("+json"))
    throw new AppError(
      "unsupported_media_type",
      "The body must be sent with Content-Type: application/json.",
    );
  const value = parse(bytes);
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new AppError("malformed_json", "The body must be one JSON object.");
  return value as Record<string, unknown>;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    // A parser's message quotes the body, which may hold a secret; the position alone is safe.
    const position = cause instanceof SyntaxError ? /position (\d+)/.exec(cause.message)?.[1] : undefined;
    const where = position === undefined ? "" : ` It breaks at character ${position}.`;
    throw new AppError("malformed_json", `The body is not valid JSON in UTF-8.${where}`);
  }
}

/**
 * The body of a request as it was sent, never more than `limit` bytes of it.
 * @throws AppError payload_too_large.
 */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const tooLarge = () => {
    metrics().refused_total.inc({ limit: "size" });
    return new AppError("payload_too_large", `The body is larger than ${limit.toLocaleString("en")} bytes.`);
  };
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) break;
    size += value.byteLength;
    if (size > limit) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}
