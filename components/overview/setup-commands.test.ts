import { expect, it } from "vitest";
import { memoryStore } from "@/lib/memories/contract";
import { reviewEvaluate } from "@/lib/reviews/contract";
import { evaluateCommand, storeCommand } from "./setup-commands";

const ADDRESS = "http://localhost:3000";

/** What a command of curl sends. */
const bodyOf = (command: string) => {
  const [, body = "{}"] = /-d '(.*)'$/s.exec(command) ?? [];
  return JSON.parse(body.replaceAll("'\\''", "'"));
};

it("the commands of Set up, sent as they are printed, are of the connected repository", () => {
  const stored = memoryStore.input.parse(bodyOf(storeCommand(ADDRESS, "acme/shop")));
  const evaluated = reviewEvaluate.input.parse(bodyOf(evaluateCommand(ADDRESS, "acme/shop")));
  expect([stored.repository, evaluated.repository]).toEqual(["acme/shop", "acme/shop"]);
});

it("the commands of Set up ask for nothing that reaches everybody where there is no repository", () => {
  const stored = memoryStore.input.parse(bodyOf(storeCommand(ADDRESS, undefined)));
  expect(stored.scope).toBeUndefined();
  expect(reviewEvaluate.input.parse(bodyOf(evaluateCommand(ADDRESS, undefined))).repository).toBeUndefined();
});
