import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { CliError } from "./exit";
import type { Io } from "./io";

const settingsSchema = z.object({ url: z.string().optional(), key: z.string().optional() });
export type CliSettings = z.output<typeof settingsSchema>;

/** The default of `npm start`, when no address was set. */
const DEFAULT_URL = "http://localhost:3000";

export function settingsFile({ env, home }: Io): string {
  return path.join(env.XDG_CONFIG_HOME ?? path.join(home, ".config"), "casebook", "config.json");
}

/** @throws CliError usage, when the file is not what `writeSettings` writes, or others can read the key in it. */
export async function readSettings(io: Io): Promise<CliSettings> {
  const file = settingsFile(io);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new CliError("usage", `${file} cannot be read (${error.code}). Correct its permissions.`);
  });
  if (text === null) return {};
  const { mode } = await stat(file);
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    throw new CliError("usage", `${file} contains a key and others can read it. Run: chmod 600 ${file}`);
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch {
    throw new CliError("usage", `${file} is not valid. Remove it and run \`casebook login\` again.`);
  }
}

/** Replaces the file as a whole; it is readable by its owner alone from its first byte on. */
export async function writeSettings(io: Io, settings: CliSettings): Promise<string> {
  const file = settingsFile(io);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await chmod(draft, 0o600);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return file;
}

export async function removeSettings(io: Io): Promise<void> {
  await rm(settingsFile(io), { force: true });
}

/** Where to ask and with what, and who says so. */
export type Target = {
  url: string;
  key: string | null;
  from: { url: string; key: string | null };
};

/** The first address that is set, and who says so. */
function firstUrl(urls: readonly (readonly [url: string | undefined, from: string])[]): [string, string] {
  for (const [url, from] of urls) if (url) return [url, from];
  return [DEFAULT_URL, "default"];
}

/** An option wins over the environment, that over the file. @throws CliError usage. */
export async function targetOf(io: Io, params: { url?: string }): Promise<Target> {
  const { env } = io;
  const key = env.CASEBOOK_KEY ?? env.CASEBOOK_API_KEY;
  // Who says both needs no file, and is not stopped by a broken one.
  const kept =
    key !== undefined && (params.url ?? env.CASEBOOK_URL) !== undefined ? {} : await readSettings(io);
  const file = settingsFile(io);
  const [url, url_from] = firstUrl([
    [params.url, "--url"],
    [env.CASEBOOK_URL, "CASEBOOK_URL"],
    [kept.url, file],
  ]);
  const base = baseUrlOf(url);
  if (key !== undefined) return { url: base, key, from: { url: url_from, key: "the environment" } };
  // A kept key is for the address it was kept with: to another it would be given away.
  const own = kept.key !== undefined && kept.url !== undefined && baseUrlOf(kept.url) === base;
  return {
    url: base,
    key: own ? (kept.key ?? null) : null,
    from: { url: url_from, key: own ? file : null },
  };
}

/** @throws CliError usage, when it is no http address. */
export function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "")
    throw new CliError(
      "usage",
      `${text} is not an address of a Casebook; write it as https://casebook.example.com`,
    );
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
