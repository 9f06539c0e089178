import { afterEach, describe, expect, it } from "vitest";
import { applySettings } from "@/lib/env";
import { addressOf, peerHeader } from "./address";

const from = (peer: string | null, forwarded?: string) => {
  const headers = new Headers();
  if (peer !== null) headers.set(peerHeader(), peer);
  if (forwarded !== undefined) headers.set("x-forwarded-for", forwarded);
  return addressOf({ headers });
};

afterEach(() => applySettings({ CASEBOOK_TRUSTED_PROXIES: "" }));

describe("the address a request is counted as", () => {
  it("is the one at the other end of the connection, whatever the request claims", () => {
    expect(from("203.0.113.9")).toBe("203.0.113.9");
    expect(from("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
    expect(from("::ffff:127.0.0.1", "198.51.100.1, 127.0.0.1")).toBe("127.0.0.1");
    expect(from(null, "198.51.100.1")).toBe("unknown");
  });

  it("is what trusted proxies say, and no further", () => {
    applySettings({ CASEBOOK_TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::7" });
    expect(from("10.1.2.3", "198.51.100.1")).toBe("198.51.100.1");
    expect(from("::ffff:10.1.2.3", "6.6.6.6, 198.51.100.1, 10.9.9.9")).toBe("198.51.100.1");
    expect(from("2001:db8::7", "198.51.100.1:4711")).toBe("198.51.100.1");
    expect(from("2001:db8::8", "198.51.100.1")).toBe("2001:db8::/64");
    expect(from("10.1.2.3")).toBe("10.1.2.3");
    expect(from("10.1.2.3", "10.4.4.4")).toBe("10.4.4.4");
  });

  it("stays at the proxy when what it says is no address", () => {
    applySettings({ CASEBOOK_TRUSTED_PROXIES: "10.0.0.0/8" });
    expect(from("10.1.2.3", "unknown")).toBe("10.1.2.3");
    expect(from("10.1.2.3", "198.51.100.1, 1")).toBe("10.1.2.3");
  });

  it("is a /64 of IPv6", () => {
    expect(from("2001:db8:1:2:aaaa::1")).toBe("2001:db8:1:2::/64");
    expect(from("2001:db8:1:2:bbbb::9")).toBe("2001:db8:1:2::/64");
  });

  it("takes no header that a caller can send", () => {
    expect(peerHeader()).toMatch(/^x-casebook-peer-[0-9a-f-]{36}$/);
  });

  it("refuses settings that are no networks", () => {
    applySettings({ CASEBOOK_TRUSTED_PROXIES: "my-proxy" });
    expect(() => from("10.1.2.3", "198.51.100.1")).toThrow(
      /CASEBOOK_TRUSTED_PROXIES: must be addresses or CIDRs/,
    );
  });
});
