// First in every program of the installed package: names of folders are relative to where the person stands, and what
// belongs to the package is found in its own folder.

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const stands = process.cwd();
process.env.INIT_CWD = stands;
process.env.NODE_ENV ??= "production";
for (const [name, fallback] of [
  ["CASEBOOK_DATA_DIR", ".casebook"],
  ["CASEBOOK_ONNXRUNTIME_DIR", "."],
  ["EMBEDDING_MODEL_DIR", ""],
]) {
  const folder = process.env[name] || fallback;
  if (folder) process.env[name] = resolve(stands, folder);
}
if (process.env.CASEBOOK_REPOSITORY_ROOTS) {
  const roots = process.env.CASEBOOK_REPOSITORY_ROOTS.split(",").filter((root) => root.trim() !== "");
  process.env.CASEBOOK_REPOSITORY_ROOTS = roots.map((root) => resolve(stands, root.trim())).join(",");
}
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
