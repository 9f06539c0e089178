import { expect, test } from "vitest";
import { isInModule, MODULES, moduleHref } from "./modules";

const module = (key: string) => MODULES.filter((candidate) => candidate.key === key);

test("a path is in one section at most", () => {
  for (const path of [
    "/",
    "/memories",
    "/memories/0190",
    "/proposals/1",
    "/settings/keys",
    "/sessions/run-1",
    "/conversations/weeks",
    "/conflicts",
    "/suggestions",
    "/problems/internal",
  ])
    expect(MODULES.filter((candidate) => isInModule(path, candidate)).length).toBeLessThanOrEqual(1);
});

test("a section holds its subtree and nothing that only begins like it", () => {
  const [memories] = module("memories");
  expect(memories && isInModule("/memories/0190", memories)).toBe(true);
  expect(memories && isInModule("/memories-old", memories)).toBe(false);
  const [hygiene] = module("hygiene");
  expect(hygiene && isInModule("/conflicts", hygiene)).toBe(true);
});

test("every jump is another pair of keys", () => {
  expect(new Set(MODULES.map(({ jump }) => jump)).size).toBe(MODULES.length);
});

test("the chosen repository goes along from section to section", () => {
  expect(moduleHref("/reviews", "acme/api")).toBe("/reviews?repository=acme%2Fapi");
  expect(moduleHref("/reviews", null)).toBe("/reviews");
});
