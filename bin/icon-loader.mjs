/**
 * What pages get in place of lucide-react's `createLucideIcon`, of which this interface uses a sixth: the package would turn the
 * names and attributes of each icon about on every page, in 3 kB.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LIGHT = fileURLToPath(new URL("./light-icon.mjs", import.meta.url));

/** @this {{ addDependency(file: string): void }} */
export default function iconLoader() {
  this.addDependency(LIGHT);
  return readFileSync(LIGHT, "utf8");
}
