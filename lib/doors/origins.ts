import { isIP } from "node:net";
import { env, publicUrl } from "@/lib/env";
import { AppError } from "@/lib/kernel/errors";
import { metrics } from "@/lib/telemetry/metrics";

/** True for the server's own address, local development on this machine's port, and what the settings allow. */
export function isAllowedOrigin(origin: string): boolean {
  return allowedOrigins().has(origin);
}

/**
 * True when the Host header names this server; guards local servers against DNS rebinding. An address in numbers, or
 * localhost, is never what a foreign name was made to mean.
 */
export function isAllowedHost(host: string | null): boolean {
  if (host === null || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return true;
  return [...allowedOrigins()].some((origin) => new URL(origin).host === host);
}

/**
 * Refuses a request that reached this server by a name which is not its own.
 * @throws AppError origin_denied, naming the host and the setting.
 */
export function assertHost(request: Request): void {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  if (isAllowedHost(host)) return;
  metrics().refused_total.inc({ limit: "host" });
  throw new AppError(
    "origin_denied",
    `This server is not called ${host.slice(0, 100)}: use the address in CASEBOOK_PUBLIC_URL, or add http://${host.slice(0, 100)} to CASEBOOK_ALLOWED_ORIGINS.`,
  );
}

function allowedOrigins(): Set<string> {
  const { PORT, CASEBOOK_ALLOWED_ORIGINS } = env();
  return new Set([
    new URL(publicUrl()).origin,
    `http://localhost:${PORT}`,
    `http://127.0.0.1:${PORT}`,
    ...(CASEBOOK_ALLOWED_ORIGINS ?? []),
  ]);
}
