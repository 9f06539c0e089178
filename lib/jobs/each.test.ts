import { describe, expect, it } from "vitest";
import { forEachInTurn } from "./each";

const never = new AbortController();

describe("work for each of several", () => {
  it("goes on after one that fails, and fails with what failed", async () => {
    const done: number[] = [];
    const work = async (item: number) => {
      if (item === 2) throw new Error("two is broken");
      done.push(item);
    };
    await expect(forEachInTurn([1, 2, 3], never, work)).rejects.toThrow("two is broken");
    expect(done).toEqual([1, 3]);
  });

  it("says how many failed, and the first", async () => {
    const work = async (item: number) => {
      if (item > 1) throw new Error(`${item} is broken`);
    };
    await expect(forEachInTurn([1, 2, 3], never, work)).rejects.toThrow(
      "2 of 3 failed; the first: Error: 2 is broken",
    );
  });

  it("ends at once when it is to stop", async () => {
    const stopping = new AbortController();
    const done: number[] = [];
    const work = async (item: number) => {
      done.push(item);
      stopping.abort();
    };
    await expect(forEachInTurn([1, 2, 3], stopping, work)).rejects.toThrow("aborted");
    expect(done).toEqual([1]);
  });
});
