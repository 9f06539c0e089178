import { createRequire } from "node:module";
import path from "node:path";

/** Named at run time, so that no bundler looks for it. */
const RUNTIME = ["onnxruntime", "node"].join("-");

/** The version that the tests compare with the portable engine. */
export const RUNTIME_VERSION = "1.30.0";

/** What installs the native engine, as npm takes it. */
export const RUNTIME_PACKAGE = `${RUNTIME}@${RUNTIME_VERSION}`;

/** The first of these folders from which onnxruntime-node is found, as Node finds packages; null: none. */
export function findNativeFolder(folders: readonly string[]): string | null {
  return folders.find(hasRuntime) ?? null;
}

function hasRuntime(folder: string): boolean {
  try {
    createRequire(path.resolve(folder, "package.json")).resolve(RUNTIME);
    return true;
  } catch {
    return false;
  }
}
