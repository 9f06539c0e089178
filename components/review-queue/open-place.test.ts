import { describe, expect, it } from "vitest";
import { placeOf } from "./open-place";

const ids = ["a", "b", "c"];
const nowhere = { id: null, index: 0 };

describe("what is open on a page", () => {
  it("is the first while the URL names nothing", () => {
    expect(placeOf({ openId: null, ids, last: { id: "b", index: 1 }, givesWay: true })).toBe(0);
  });

  it("is what the URL names", () => {
    expect(placeOf({ openId: "c", ids, last: nowhere, givesWay: true })).toBe(2);
  });

  it("is nothing when a link names what the page does not list", () => {
    expect(placeOf({ openId: "elsewhere", ids, last: nowhere, givesWay: true })).toBe(-1);
    expect(placeOf({ openId: "elsewhere", ids, last: { id: "b", index: 1 }, givesWay: true })).toBe(-1);
  });

  it("stays what it is once it is no longer listed because of what was done elsewhere", () => {
    expect(placeOf({ openId: "decided", ids, last: { id: "decided", index: 1 }, givesWay: false })).toBe(-1);
  });

  it("is what follows it once it is no longer listed because of what was done here", () => {
    expect(placeOf({ openId: "decided", ids, last: { id: "decided", index: 1 }, givesWay: true })).toBe(1);
    expect(placeOf({ openId: "decided", ids, last: { id: "decided", index: 3 }, givesWay: true })).toBe(2);
    expect(placeOf({ openId: "decided", ids: [], last: { id: "decided", index: 0 }, givesWay: true })).toBe(
      0,
    );
  });
});
