import { describe, expect, it } from "vitest";
import { distanceTo, nearestPaths } from "./match-path";

const PATHS = ["docs/orders.md", "server/orders.ts", "server/orders/list.ts", "test/old-orders.ts"];

describe("finding a file by typing", () => {
  it("puts the name before the folders, and words before scattered letters", () => {
    expect(nearestPaths(PATHS, { typed: "orders", limit: 10 }).paths).toEqual([
      "docs/orders.md",
      "server/orders.ts",
      "test/old-orders.ts",
      "server/orders/list.ts",
    ]);
  });

  it("finds letters in their order, whatever their case, and white space means nothing", () => {
    expect(nearestPaths(PATHS, { typed: "SRV ords.", limit: 10 }).paths).toEqual([
      "server/orders.ts",
      "server/orders/list.ts",
    ]);
    expect(distanceTo("server/orders.ts", "stor")).toBeNull();
  });

  it("counts all that match beyond the limit", () => {
    expect(nearestPaths(PATHS, { typed: "o", limit: 1 })).toEqual({ paths: ["docs/orders.md"], total: 4 });
  });
});
