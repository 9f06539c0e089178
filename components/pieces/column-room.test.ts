import { describe, expect, it } from "vitest";
import { hiddenBelow, roomNeeded } from "./column-room";

const COLUMNS = [
  { id: "title" },
  { id: "state", width: "6.5rem" },
  { id: "agent", width: "10rem", importance: "high" },
  { id: "note", importance: "low" },
  { id: "repository", width: "10rem", importance: "medium" },
  { id: "took", width: "7rem", importance: "medium" },
  { id: "seen", width: "6rem", importance: "high" },
] as const;

describe("the room that columns need", () => {
  it("is that of all that leave later: the more important, of equals those before", () => {
    const needed = roomNeeded(COLUMNS, { title_id: "title", selectable: false });
    expect([...needed]).toEqual([
      ["agent", 16 + 6.5 + 10],
      ["seen", 32.5 + 6],
      ["repository", 38.5 + 10],
      ["took", 48.5 + 7],
      ["note", 55.5 + 10],
    ]);
  });

  it("counts the boxes of a selection, and not what a person has taken away", () => {
    const shown = COLUMNS.filter(({ id }) => id !== "agent");
    const needed = roomNeeded(shown, { title_id: "title", selectable: true });
    expect(needed.get("seen")).toBe(2.5 + 16 + 6.5 + 6);
    expect(needed.has("state")).toBe(false);
  });

  it("is a width that the style sheet names, never a narrower one", () => {
    expect(hiddenBelow(32.5)).toBe("sm:@max-[34rem]:hidden");
    expect(hiddenBelow(34)).toBe("sm:@max-[34rem]:hidden");
    expect(hiddenBelow(9)).toBe("sm:@max-[28rem]:hidden");
    expect(hiddenBelow(200)).toBe("sm:@max-[96rem]:hidden");
    expect(hiddenBelow(undefined)).toBeUndefined();
  });
});
