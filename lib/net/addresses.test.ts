import { describe, expect, it } from "vitest";
import { isPrivateAddress, resolvePublicHost } from "./addresses";

describe("addresses", () => {
  it.each([
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "2001:10::1",
    "3fff::1",
    "5f00::1",
    "fd00::1",
    "fe80::1",
    "not-an-address",
  ])("%s is private", (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each([
    "140.82.121.4",
    "172.32.0.1",
    "2606:50c0:8000::153",
    "2001:4860:4860::8888",
    "::ffff:140.82.121.4",
  ])("%s is public", (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it("refuse a host when a single one of its addresses is private, or when it has none", async () => {
    const answers =
      (...list: string[]) =>
      async () =>
        list.map((address) => ({ address }));
    await expect(resolvePublicHost("a.test", answers("140.82.121.4", "10.0.0.1"))).rejects.toThrow("private");
    await expect(resolvePublicHost("a.test", answers())).rejects.toThrow("not found");
    await expect(resolvePublicHost("a.test", () => Promise.reject(new Error("down")))).rejects.toThrow(
      "not found",
    );
    await expect(resolvePublicHost("a.test", answers("140.82.121.4"))).resolves.toEqual(["140.82.121.4"]);
  });
});
