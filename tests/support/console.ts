/**
 * Fails a test during which something wrote to `console.error`, so that noise cannot settle. A test that expects such
 * a line says so: `vi.spyOn(console, "error").mockImplementation(() => {})`.
 */
import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

const written: string[] = [];

// Replaced and not spied upon: `vi.restoreAllMocks()` in a test must not switch the guard off.
console.error = (...args: unknown[]) => {
  written.push(format(...args));
};

function failOnOutput() {
  const lines = written.splice(0);
  if (lines.length > 0) throw new Error(`console.error was called:\n${lines.join("\n")}`);
}

afterEach(failOnOutput);
afterAll(failOnOutput);
