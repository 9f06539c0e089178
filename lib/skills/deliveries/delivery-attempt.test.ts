import { describe, expect, it } from "vitest";
import { acceptedHashes } from "./delivery-attempt";

describe("what a file may hold for a version to be written over it", () => {
  const delivery = (version_number: number) => ({ version_number, base_sha256: `v${version_number - 1}` });

  it("is the text the version was made for", () => {
    expect(acceptedHashes(delivery(5), [])).toEqual(["v4"]);
  });

  it("is also what versions right before it were made for, while they are on their way", () => {
    expect(acceptedHashes(delivery(5), [delivery(4), delivery(3)])).toEqual(["v4", "v3", "v2"]);
  });

  it("is nothing from before a version that arrived", () => {
    expect(acceptedHashes(delivery(5), [delivery(3)])).toEqual(["v4"]);
  });
});
