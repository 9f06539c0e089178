import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Contract, type Effect, pathParameters, TAGS, TOOL_SETS } from "@/lib/kernel/contract";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { jobs, operations } from "@/lib/registry";
import { measureTools, sumOfSet, TOOL_LIMITS } from "../bench/tools";
import { JOURNEY } from "../support/agent-journey";

const contracts = operations.map((operation) => operation.contract);
const published = contracts.filter((contract) => contract.mcp !== undefined);

describe("the registry", () => {
  it("has operations and jobs, each name once", () => {
    expect(contracts.length).toBeGreaterThan(30);
    expect(new Set(contracts.map(({ name }) => name)).size).toBe(contracts.length);
    expect(jobs.length).toBeGreaterThan(3);
    expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
  });

  it("leads each method and path to one operation only", () => {
    const shape = (path: string) => path.replace(/\{\w+\}/g, "{}");
    const routes = contracts.map(({ http }) => `${http.method} ${shape(http.path)}`);
    expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([]);
  });
});

const tagsOf = (contract: Contract) => ("reads" in contract ? contract.reads : contract.changes);

describe("the tags of contracts", () => {
  // Export and import have every tag, so they would hide one that nothing else has.
  const specific = contracts.filter((contract) => tagsOf(contract) !== TAGS);
  const tagsWhere = (effects: readonly Effect[]) =>
    new Set(specific.filter(({ effect }) => effects.includes(effect)).flatMap(tagsOf));

  it("are each read by a query", () => {
    expect(tagsWhere(["read"])).toEqual(new Set(TAGS));
  });

  it("are each changed by a command, but for the audit log, to which every command adds", () => {
    expect(tagsWhere(["write", "destroy"])).toEqual(new Set(TAGS.filter((tag) => tag !== "audit")));
  });
});

describe.each(contracts.map((contract) => [contract.name, contract] as const))("%s", (name, contract) => {
  it("has tags, each once", () => {
    const tags = tagsOf(contract);
    expect(tags.length).toBeGreaterThan(0);
    expect(new Set(tags).size).toBe(tags.length);
  });

  it("is named noun_verb and says what it does", () => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect(contract.summary.length).toBeGreaterThanOrEqual(10);
    expect(contract.summary.length).toBeLessThanOrEqual(120);
    expect(PERMISSIONS).toContain(contract.permission);
  });

  it("uses a method that agrees with its effect", () => {
    const { method } = contract.http;
    if (method === "GET") expect(contract.effect).toBe("read");
    if (contract.effect === "destroy") expect(["DELETE", "POST"]).toContain(method);
    if (method === "DELETE") expect(contract.effect).toBe("destroy");
  });

  it("takes an object that refuses unknown fields, but at the hooks, and has every path parameter", () => {
    const { catchall } = contract.input._zod.def;
    expect(catchall instanceof z.ZodNever).toBe(contract.ignores_unknown !== true);
    if (contract.ignores_unknown) expect(contract.http.path).toMatch(/^\/hooks\//);
    for (const parameter of pathParameters(contract.http.path))
      expect(contract.input.shape).toHaveProperty(parameter);
  });

  it("has JSON Schemas with an object at the root", () => {
    const input = z.toJSONSchema(contract.input, { io: "input" });
    expect(input.type).toBe("object");
    expect(input).not.toHaveProperty("anyOf");
    expect(z.toJSONSchema(contract.output, { io: "output" })).toMatchObject({ type: "object" });
  });
});

describe.each(published.map((contract) => [contract.name, contract] as const))(
  "the tool %s",
  (name, contract) => {
    it("is short enough for prefixing clients and says when to use it", () => {
      expect(name.length).toBeLessThanOrEqual(24);
      expect(contract.mcp?.title.length).toBeGreaterThan(0);
      const { length } = contract.mcp?.description ?? "";
      expect(length).toBeGreaterThanOrEqual(60);
      expect(length).toBeLessThanOrEqual(1000);
    });
  },
);

describe("the tools", () => {
  it("are each called by the clients' tests", () => {
    const called = [...new Set(JOURNEY.map(({ tool }) => tool))].toSorted();
    expect(called, "give a new tool a step in tests/support/agent-journey.ts").toEqual(
      published.map(({ name }) => name).toSorted(),
    );
  });

  it.each(["default", ...TOOL_SETS] as const)(
    "of the set %s take no more of a model's context than they may",
    (set) => {
      const tokens = sumOfSet(measureTools(), set);
      expect(tokens).toBeGreaterThan(0);
      expect(tokens).toBeLessThanOrEqual(TOOL_LIMITS[set]);
    },
  );

  it("that every agent needs are always there", () => {
    const always = published.filter(({ mcp }) => mcp?.set === undefined).map(({ name }) => name);
    expect(always).toEqual(
      expect.arrayContaining([
        "memory_store",
        "memory_get_recent",
        "memory_search_by_path",
        "memory_refresh",
        "memory_invalidate",
        "memory_supersede",
        "memory_log_applied",
        "memory_read_citation",
        "memory_verify_citations",
        "memory_stats",
        "memory_feedback",
      ]),
    );
  });

  it("leave out of their schemas only fields that they do take", () => {
    for (const { input, mcp } of published)
      for (const field of mcp?.unlisted ?? []) expect(Object.keys(input.shape)).toContain(field);
  });
});
