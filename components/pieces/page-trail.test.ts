import { describe, expect, it } from "vitest";
import { type Place, placeBefore, trailFrom } from "./page-trail";

const first: Place = { cursor: null, first: 1 };
const second: Place = { cursor: "b", first: 51 };
const third: Place = { cursor: "c", first: 101 };
/** After Next and Next. */
const trail = trailFrom(trailFrom([], first), second);

describe("the way back through the pages of a list", () => {
  it("is the way that led forward", () => {
    expect(placeBefore(trail, third)).toEqual(second);
    expect(placeBefore(trail, second)).toEqual(first);
  });

  it("begins where the browser's own way back led to", () => {
    const back = second;
    expect(placeBefore(trail, back)).toEqual(first);
    expect(trailFrom(trail, back)).toEqual([first, second]);
    expect(placeBefore(trailFrom(trail, back), third)).toEqual(second);
  });

  it("is forgotten with the first page", () => {
    expect(trailFrom(trail, first)).toEqual([first]);
  });

  it("is not known after a reload", () => {
    expect(placeBefore([], third)).toBeUndefined();
  });
});
