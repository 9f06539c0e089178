import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { describe, expect, it } from "vitest";
import { knownQuery } from "./view-query";

const known = {
  parameters: {
    kind: parseAsArrayOf(parseAsStringLiteral(["fact", "decision"])).withDefault([]),
    repository: parseAsString,
    pinned: parseAsBoolean,
    since: parseAsIsoDateTime,
    sort: parseAsStringLiteral(["newest", "quality"]).withDefault("newest"),
    cursor: parseAsString,
  },
  columns: ["statement", "quality", "uses"],
  groups: ["kind"],
};

describe("the known query", () => {
  it("is the same however it was written, without what belongs to the page", () => {
    const query = knownQuery("saved=1&sort=quality&cursor=abc&first=51&kind=fact,decision", known);
    expect(query).toEqual({ query: "kind=fact%2Cdecision&sort=quality", dropped: [] });
    expect(knownQuery("kind=fact,decision&sort=quality", known)).toEqual(query);
  });

  it("writes moments in one way", () => {
    expect(knownQuery("since=2026-01-01T00:00:00Z", known).query).toBe("since=2026-01-01T00%3A00%3A00.000Z");
  });

  it("leaves out what is so without being said", () => {
    expect(knownQuery("sort=newest", known)).toEqual({ query: "", dropped: [] });
  });

  it("keeps columns, density and groups", () => {
    const query = "density=comfortable&group=kind&hide=quality%2Cuses";
    expect(knownQuery(query, known)).toEqual({ query, dropped: [] });
    expect(knownQuery("hide=none", known)).toEqual({ query: "hide=none", dropped: [] });
  });

  it("says which filters, values and columns it does not know, and keeps the rest", () => {
    expect(knownQuery("mood=good&repository=acme%2Fshop&created_near=x", known)).toEqual({
      query: "repository=acme%2Fshop",
      dropped: ["mood", "created_near"],
    });
    expect(knownQuery("kind=fact,rumour", known)).toEqual({ query: "kind=fact", dropped: ["kind"] });
    expect(knownQuery("kind=rumour&pinned=perhaps", known)).toEqual({
      query: "",
      dropped: ["kind", "pinned"],
    });
    expect(knownQuery("hide=quality,colour&density=huge&group=mood", known)).toEqual({
      query: "hide=quality",
      dropped: ["hide", "density", "group"],
    });
  });
});
