import { expect, it } from "vitest";
import type { AnyOperation } from "@/lib/runtime/operation";
import { createRouter } from "./routes";

const operation = (method: string, path: string) =>
  ({ contract: { name: `${method} ${path}`, http: { method, path } } }) as unknown as AnyOperation;

const route = createRouter([
  operation("GET", "/memories/{memory_id}"),
  operation("PATCH", "/memories/{memory_id}"),
  operation("GET", "/memories/by-path"),
]);

it("a path as it is written wins over one with a parameter, whose value is decoded", () => {
  expect(route("GET", "/memories/by-path")).toMatchObject({
    operation: { contract: { name: "GET /memories/by-path" } },
    parameters: {},
  });
  expect(route("PATCH", "/memories/a%20b/")).toMatchObject({
    operation: { contract: { name: "PATCH /memories/{memory_id}" } },
    parameters: { memory_id: "a b" },
  });
});

it("a method that a path has not is answered with those of that path, each once", () => {
  expect(route("POST", "/memories/by-path")).toEqual({ operation: null, methods: ["GET"] });
  expect(route("POST", "/memories/1")).toEqual({ operation: null, methods: ["GET", "PATCH"] });
  expect(route("POST", "/nowhere")).toEqual({ operation: null, methods: [] });
});
