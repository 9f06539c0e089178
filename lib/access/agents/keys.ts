import { createHash, randomBytes } from "node:crypto";

const PREFIX = "cb_";

/**
 * A new agent key: 256 random bits in base64url behind a prefix that secret scanners can recognise. Only its SHA-256 is
 * kept; a slow hash would add nothing, because the key is not guessable.
 */
export function createAgentKey(): { key: string; key_hash: string; prefix: string } {
  const key = `${PREFIX}${randomBytes(32).toString("base64url")}`;
  return { key, key_hash: hashSecret(key), prefix: key.slice(0, PREFIX.length + 5) };
}

/** SHA-256 in hex, as keys and one-time links are stored. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

export function isAgentKey(token: string): boolean {
  return token.startsWith(PREFIX) && token.length <= 100;
}

/** A one-time sign-in token and its hash. */
export function createLoginToken(): { token: string; token_hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, token_hash: hashSecret(token) };
}
