import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applySettings } from "@/lib/env";
import { resealed, seal, unseal } from "./secrets";

const KEY = "a-key-for-this-test-of-some-length-1";
beforeEach(() => applySettings({ CASEBOOK_ENCRYPTION_KEY: KEY }));
afterEach(() => applySettings({ CASEBOOK_ENCRYPTION_KEY: "" }));

describe("a sealed secret", () => {
  it("comes back whole, differs each time and shows nothing of itself", () => {
    const [one, two] = [seal("ghp_secrét", "a"), seal("ghp_secrét", "a")];
    expect(unseal(one, "a")).toBe("ghp_secrét");
    expect(one).not.toBe(two);
    expect(Buffer.from(one.slice(3), "base64url").toString("latin1")).not.toContain("ghp_");
  });

  it("of the previous key is read and sealed again, and needs that key no more then", () => {
    const old = seal("ghp_secret", "a");
    applySettings({ CASEBOOK_ENCRYPTION_KEY: `${KEY}x`, CASEBOOK_ENCRYPTION_KEY_PREVIOUS: KEY });
    expect(unseal(old, "a")).toBe("ghp_secret");
    const made = resealed(old, "a") ?? "";
    expect(resealed(made, "a")).toBe(null);
    applySettings({ CASEBOOK_ENCRYPTION_KEY_PREVIOUS: "" });
    expect(unseal(made, "a")).toBe("ghp_secret");
    expect(() => unseal(old, "a")).toThrow("CASEBOOK_ENCRYPTION_KEY");
    expect(() => resealed(old, "a")).toThrow("CASEBOOK_ENCRYPTION_KEY");
    applySettings({ CASEBOOK_ENCRYPTION_KEY_PREVIOUS: KEY });
    expect(() => unseal(old, "b")).toThrow("CASEBOOK_ENCRYPTION_KEY");
    applySettings({ CASEBOOK_ENCRYPTION_KEY_PREVIOUS: "" });
  });

  it("cannot be opened in another place, changed, or with another key, and the refusal says what to do", () => {
    const sealed = seal("ghp_secret", "a");
    const flipped = `${sealed.slice(0, -1)}${sealed.endsWith("A") ? "Q" : "A"}`;
    for (const attempt of [() => unseal(sealed, "b"), () => unseal(flipped, "a"), () => unseal("v1.AA", "a")])
      expect(attempt).toThrow("CASEBOOK_ENCRYPTION_KEY");
    applySettings({ CASEBOOK_ENCRYPTION_KEY: `${KEY}x` });
    expect(() => unseal(sealed, "a")).toThrow("enter the credential again");
    applySettings({ CASEBOOK_ENCRYPTION_KEY: "" });
    expect(() => seal("ghp_secret", "a")).toThrow("has no CASEBOOK_ENCRYPTION_KEY");
  });
});
