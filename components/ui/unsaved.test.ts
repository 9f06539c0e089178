import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hasUnsaved, markUnsaved } from "./unsaved";

const listeners = new Set<string>();

beforeEach(() => {
  vi.stubGlobal("window", {
    addEventListener: (name: string) => listeners.add(name),
    removeEventListener: (name: string) => listeners.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("a page asks before it is left, also by the browser, until every form on it is saved", () => {
  expect(hasUnsaved()).toBe(false);
  const [first, second] = [markUnsaved(), markUnsaved()];
  first();
  expect(hasUnsaved()).toBe(true);
  expect(listeners).toContain("beforeunload");
  second();
  expect(hasUnsaved()).toBe(false);
  expect(listeners).not.toContain("beforeunload");
});
