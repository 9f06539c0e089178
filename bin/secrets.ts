import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import { StartError } from "./progress";

const SECRET_FILES = { NEXTAUTH_SECRET: "secret", CASEBOOK_ENCRYPTION_KEY: "encryption-key" } as const;

/** What goes with each when it is made again. */
const LOST = {
  NEXTAUTH_SECRET: "everybody must sign in again then.",
  CASEBOOK_ENCRYPTION_KEY: "the credentials of connections have to be entered again then.",
} as const;

/**
 * The secret that signs logins or the key that encrypts credentials: what is set, or what was made on first start and
 * is kept in the data folder, readable by its owner only. Of several processes that start at once one makes it.
 * @throws StartError when what is kept is damaged.
 */
export async function ensureSecret(data_dir: string, name: keyof typeof SECRET_FILES): Promise<string> {
  const configured = env()[name];
  if (configured) return configured;
  const file = path.join(data_dir, SECRET_FILES[name]);
  await mkdir(data_dir, { recursive: true, mode: 0o700 });
  const made = `${file}.${process.pid}`;
  await writeFile(made, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  // A link appears with its whole content, and not at all where there is one already.
  await link(made, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(made);
  const kept = (await readFile(file, "utf8")).trim();
  if (kept.length < 32)
    throw new StartError(
      `${file} is damaged. Restore it from a copy, or remove it to have a new one made: ${LOST[name]}`,
    );
  return kept;
}
