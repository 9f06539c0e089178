import { describe, expect, it } from "vitest";
import { MEMORY_STATUSES, memoryFacets, memoryList, memorySearch } from "@/lib/memories/contract";
import {
  facetsInput,
  filtersOf,
  isFiltered,
  listInput,
  loadMemoryParameters,
  NO_FILTERS,
  searchInput,
} from "./filters";

const read = (query: string) => loadMemoryParameters(new URLSearchParams(query));

describe("the URL of the list of memories", () => {
  it("reads as an input that the operations accept, whatever it says", () => {
    for (const query of [
      "",
      "kind=fact,decision&status=drifted&scope=global&category=testing&repository=a/b&tag=x&agent=y&path=src",
      "pinned=true&addressed=true&deleted=true&sort=quality",
      "citation_status=edited,missing&created_after=2026-01-01T00:00:00.000Z&created_before=tomorrow",
      "kind=nonsense&sort=sideways&matches=9999&first=-1&pinned=perhaps",
    ]) {
      const parameters = read(query);
      expect(memoryList.input.safeParse(listInput(parameters)).error).toBeUndefined();
      expect(memoryFacets.input.safeParse(filtersOf(parameters)).error).toBeUndefined();
      expect(memorySearch.input.safeParse(searchInput(parameters, "query")).error).toBeUndefined();
    }
  });

  it("searches among all statuses until one is chosen", () => {
    expect(searchInput(read("q=x"), "x").status).toEqual([...MEMORY_STATUSES]);
    expect(searchInput(read("q=x&status=invalid"), "x").status).toEqual(["invalid"]);
  });

  it("knows each filter, and that search, order and page are none", () => {
    expect(isFiltered(read("q=x&sort=quality&cursor=abc&first=51&matches=50"))).toBe(false);
    for (const query of [
      "kind=fact",
      "status=active",
      "path=src",
      "citation_status=moved",
      "deleted=true",
      "category=x",
      "tag=y",
    ])
      expect(isFiltered(read(query)), query).toBe(true);
  });

  it("compares with a moment only where there is one", () => {
    const { since } = facetsInput(read("since=added"));
    expect(since).toBeUndefined();
    expect(facetsInput(read("since=added&as_of=2026-11-03")).since).toBe("added");
    expect(listInput(read("since=added&as_of=2026-11-03"))).toMatchObject({
      since: "added",
      as_of: "2026-11-03",
    });
  });

  it("takes every filter away at once, and nothing else: the moment stays", () => {
    const moment = new Set(["as_of", "time_zone"]);
    const filters = Object.keys(facetsInput(read(""))).filter((key) => !moment.has(key));
    expect(Object.keys(NO_FILTERS).sort()).toEqual(filters.sort());
  });
});
