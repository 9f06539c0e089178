/** For files that share a process: each leaves the settings as it found them. */
import { afterAll } from "vitest";
import { applySettings } from "@/lib/env";

const found = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in found)) delete process.env[name];
  Object.assign(process.env, found);
  // Read again from now on.
  applySettings({});
});
