import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { applySettings } from "@/lib/env";

/** A folder that the server may open repositories below, for one test file; gone afterwards. Call outside of tests. */
export function repositoryRoot(): { path: string } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "casebook-repositories-")));
  applySettings({ CASEBOOK_REPOSITORY_ROOTS: path, CASEBOOK_DATA_DIR: join(path, "data") });
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return { path };
}
