/** What the build says of the scripts of each page, without a browser. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";

export type BuiltPage = { page: string; script_kb: number; scripts: number };

type Manifest = { entryJSFiles: Record<string, readonly string[]> };

/** As the server sends them. */
const GZIP = { level: 6 };
const SHOWN = /\/(layout|page|error|loading)$/;

/**
 * The scripts that each page of a build names before anything is opened: React and Next, its layouts and itself. What a page
 * asks for once it is drawn, such as a chart, is not among them.
 */
export function builtPages(folder = ".next"): BuiltPage[] {
  const { rootMainFiles }: { rootMainFiles: string[] } = JSON.parse(
    readFileSync(join(folder, "build-manifest.json"), "utf8"),
  );
  const sizes = new Map<string, number>();
  const sizeOf = (file: string): number => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(join(folder, file)), GZIP).length;
    sizes.set(file, size);
    return size;
  };
  const app = join(folder, "server/app");
  return readdirSync(app, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith("page_client-reference-manifest.js"))
    .map((file) => {
      const { page, entryJSFiles } = readManifest(join(app, file));
      const shown = Object.entries(entryJSFiles).flatMap(([entry, files]) =>
        SHOWN.test(entry) ? files : [],
      );
      const scripts = [...new Set([...rootMainFiles, ...shown])];
      const bytes = scripts.reduce((sum, script) => sum + sizeOf(script), 0);
      return { page, script_kb: bytes / 1000, scripts: scripts.length };
    })
    .sort((one, other) => other.script_kb - one.script_kb);
}

/** Next writes it as a script that sets a global. */
function readManifest(file: string): Manifest & { page: string } {
  const manifests: { __RSC_MANIFEST?: Record<string, Manifest> } = {};
  runInContext(readFileSync(file, "utf8"), createContext({ globalThis: manifests }));
  const [found] = Object.entries(manifests.__RSC_MANIFEST ?? {});
  if (found === undefined) throw new Error(`${file} names no page`);
  const [page, { entryJSFiles }] = found;
  return { page, entryJSFiles };
}
