import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";

const BUILD = ".next";
const MANIFEST = "page_client-reference-manifest.js";

type Manifests = Record<string, { entryJSFiles?: Record<string, string[]> }>;

/** The scripts that the build names for each page of the dashboard before anything is opened on it, in kB of gzip at level 6. */
export function pageScripts(): Map<string, number> {
  const { rootMainFiles }: { rootMainFiles: string[] } = JSON.parse(
    readFileSync(path.join(BUILD, "build-manifest.json"), "utf8"),
  );
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(BUILD, file)), { level: 6 }).length;
    sizes.set(file, size);
    return size;
  };
  const app = path.join(BUILD, "server", "app", "(dashboard)");
  const weights = new Map<string, number>();
  for (const file of readdirSync(app, { recursive: true, encoding: "utf8" })) {
    if (path.basename(file) !== MANIFEST) continue;
    const scope: { __RSC_MANIFEST?: Manifests } = {};
    runInNewContext(readFileSync(path.join(app, file), "utf8"), { globalThis: scope });
    for (const { entryJSFiles = {} } of Object.values(scope.__RSC_MANIFEST ?? {})) {
      const files = new Set([
        ...rootMainFiles,
        ...Object.values(entryJSFiles).flat().map(decodeURIComponent),
      ]);
      const bytes = [...files].reduce((sum, each) => sum + sizeOf(each), 0);
      weights.set(`/${path.dirname(file)}`.replace(/^\/\.$/, "/"), bytes / 1000);
    }
  }
  return weights;
}
