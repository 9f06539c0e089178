import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { derivedId, idsBefore, idsIn, renameIds } from "./mapping";

const [here, there] = [newId(), newId()];

describe("a derived id", () => {
  it("is always the same, and another one in every organization", () => {
    const id = newId();
    expect(derivedId(here, id)).toBe(derivedId(here, id));
    expect(derivedId(here, id)).not.toBe(derivedId(there, id));
    expect(derivedId(here, id)).not.toBe(id);
  });

  it("is a UUIDv7 of the same moment", () => {
    const id = newId();
    expect(derivedId(here, id)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(derivedId(here, id).slice(0, 13)).toBe(id.slice(0, 13));
  });
});

describe("a moment", () => {
  it("parts the ids made until then from those made afterwards", () => {
    const before = newId();
    const bound = idsBefore(new Date());
    expect(before < bound).toBe(true);
    const later = new Date(Date.now() + 5);
    expect(bound < idsBefore(later)).toBe(true);
  });
});

describe("ids within a value", () => {
  it("are found and renamed where they stand alone, at any depth", () => {
    const [a, b] = [newId(), newId()];
    const value = { list: [a, `about ${b}`], deep: { id: b, count: 3, none: null } };
    expect([...idsIn(value)].toSorted()).toEqual([a, b].toSorted());
    expect(
      renameIds(value, (id) => {
        if (id === a) return "renamed";
        return id;
      }),
    ).toEqual({
      list: ["renamed", `about ${b}`],
      deep: { id: b, count: 3, none: null },
    });
  });
});
