import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/env";
import { AppError } from "@/lib/kernel/errors";

const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret with the server's key (AES-256-GCM, a fresh nonce each time). `place` names the row and the field it
 * is kept in: moved anywhere else, it cannot be opened.
 * @throws AppError unavailable when this process has no key.
 */
export function seal(secret: string, place: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", derive(currentKey()), iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString("base64url")}`;
}

/**
 * Opens what {@link seal} made for the same place, with the key of now or the previous one.
 * @throws AppError unavailable when the key is another one now, or the text was changed or moved.
 */
export function unseal(sealed: string, place: string): string {
  const { CASEBOOK_ENCRYPTION_KEY_PREVIOUS: previous } = env();
  const current = currentKey();
  try {
    return open(sealed, { place, key: current });
  } catch (first) {
    const second = previous === undefined ? first : attempt(() => open(sealed, { place, key: previous }));
    if (typeof second === "string") return second;
    throw new AppError(
      "unavailable",
      "A stored credential cannot be decrypted: CASEBOOK_ENCRYPTION_KEY is not the key it was encrypted with. Set that key " +
        "again, or enter the credential again under Settings → Connections.",
      { cause: first },
    );
  }
}

/**
 * The same secret sealed with the key of now; null when it is sealed with that already.
 * @throws AppError unavailable when neither key opens it.
 */
export function resealed(sealed: string, place: string): string | null {
  if (typeof attempt(() => open(sealed, { place, key: currentKey() })) === "string") return null;
  return seal(unseal(sealed, place), place);
}

function attempt(work: () => string): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

function open(sealed: string, { place, key }: { place: string; key: string }): string {
  const [version, text = ""] = sealed.split(".");
  const bytes = Buffer.from(text, "base64url");
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) throw new Error("not a sealed text");
  const decipher = createDecipheriv("aes-256-gcm", derive(key), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}

function currentKey(): string {
  const { CASEBOOK_ENCRYPTION_KEY } = env();
  if (!CASEBOOK_ENCRYPTION_KEY)
    throw new AppError(
      "unavailable",
      "This process has no CASEBOOK_ENCRYPTION_KEY. Start with `npm start`, which creates and stores one, or set it.",
    );
  return CASEBOOK_ENCRYPTION_KEY;
}

const derive = (key: string) => new Uint8Array(hkdfSync("sha256", key, "", "casebook credentials", 32));
