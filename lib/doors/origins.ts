import { env, publicUrl } from "@/lib/env";

/** True for the server's own address, local development on this machine's port, and what the settings allow. */
export function isAllowedOrigin(origin: string): boolean {
  return allowedOrigins().has(origin);
}

/** True when the Host header names this server; guards local servers against DNS rebinding. */
export function isAllowedHost(host: string | null): boolean {
  if (host === null) return false;
  return [...allowedOrigins()].some((origin) => new URL(origin).host === host);
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
