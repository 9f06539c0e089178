import { readFile } from "node:fs/promises";
import path from "node:path";

/** The command line as one file, made by `npm run build`; see docs/cli.md. Null where nothing was built yet. */
export async function commandLineFile(): Promise<string | null> {
  return readFile(path.resolve(/* turbopackIgnore: true */ "dist/casebook.mjs"), "utf8").catch(() => null);
}
