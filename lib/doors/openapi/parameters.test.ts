import { expect, it } from "vitest";
import { shareParameters } from "./parameters";

const limit = { name: "limit", in: "query", schema: { type: "integer", maximum: 200 } };
const smallLimit = { name: "limit", in: "query", schema: { type: "integer", maximum: 50 } };
const sha = { name: "sha", in: "query", schema: { type: "string" } };

it("makes a component of what most operations take under a name, and refers to that alone", () => {
  const { components, refer } = shareParameters([smallLimit, limit, { ...limit }, { ...limit }, smallLimit]);
  expect(components).toEqual({ limit });
  expect(refer(limit)).toEqual({ $ref: "#/components/parameters/limit" });
  expect(refer(smallLimit)).toEqual(smallLimit);
});

it("writes what a single operation takes where it is taken", () => {
  const { components, refer } = shareParameters([sha, limit]);
  expect(components).toEqual({});
  expect(refer(sha)).toEqual(sha);
});
