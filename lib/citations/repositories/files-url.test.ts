import { describe, expect, it } from "vitest";
import { filesUrl } from "./files-url";

const commit = "abc123";

describe("the address of a commit's files", () => {
  it.each([
    ["github", "acme/shop", "https://api.github.com", "https://github.com/acme/shop/blob/abc123"],
    [
      "github",
      "acme/shop",
      "https://github.acme.example/api/v3",
      "https://github.acme.example/acme/shop/blob/abc123",
    ],
    ["url", "https://github.com/acme/shop.git", null, "https://github.com/acme/shop/blob/abc123"],
    ["url", "https://gitlab.com/acme/tools/shop/", null, "https://gitlab.com/acme/tools/shop/-/blob/abc123"],
  ])("is known of %s %s", (kind, location, api_url, address) => {
    expect(filesUrl({ kind, location, api_url, commit })).toBe(address);
  });

  it.each([
    ["path", "/srv/shop"],
    ["github", "acme/shop"],
    ["url", "https://git.acme.example/shop.git"],
    ["url", "ssh://git@github.com/acme/shop.git"],
    ["url", "git@github.com:acme/shop.git"],
    ["url", "http://github.com/acme/shop.git"],
  ])("is not known of %s %s", (kind, location) => {
    expect(filesUrl({ kind, location, api_url: null, commit })).toBeNull();
  });
});
