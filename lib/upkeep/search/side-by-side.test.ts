import { describe, expect, it } from "vitest";
import { sideBySide } from "./side-by-side";

const never = () => new Promise<string>(() => undefined);

describe("work side by side", () => {
  it("is answered in order, without what fails, and the error is handed on", async () => {
    const errors: unknown[] = [];
    const answers = await sideBySide(
      ["a", "b", "c"],
      async (key) => {
        if (key === "b") throw new Error("gone");
        return key.toUpperCase();
      },
      { at_once: 2, limit_ms: 1_000, onError: (key, error) => errors.push([key, error]) },
    );
    expect(answers).toEqual([
      { key: "a", came: { value: "A" } },
      { key: "b", came: { problem: "failed" } },
      { key: "c", came: { value: "C" } },
    ]);
    expect(errors).toEqual([["b", new Error("gone")]]);
  });

  it("ends when the time is over: what hangs is late, and begins nothing more", async () => {
    const begun: string[] = [];
    const answers = await sideBySide(
      ["hangs", "quick", "behind"],
      (key) => {
        begun.push(key);
        if (key === "quick") return Promise.resolve(key);
        return never();
      },
      { at_once: 2, limit_ms: 20, onError: () => undefined },
    );
    expect(answers.map(({ came }) => came)).toEqual([
      { problem: "late" },
      { value: "quick" },
      { problem: "late" },
    ]);
    expect(begun).toEqual(["hangs", "quick", "behind"]);
  });

  it("does no more at once than it may", async () => {
    let under_way = 0;
    let most = 0;
    await sideBySide(
      Array.from({ length: 9 }, (_, index) => index),
      async () => {
        under_way += 1;
        most = Math.max(most, under_way);
        await Promise.resolve();
        under_way -= 1;
      },
      { at_once: 3, limit_ms: 1_000, onError: () => undefined },
    );
    expect(most).toBe(3);
  });
});
