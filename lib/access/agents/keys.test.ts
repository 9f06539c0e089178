import { describe, expect, it } from "vitest";
import { createAgentKey, createLoginToken, hashSecret, isAgentKey } from "./keys";

describe("agent keys", () => {
  it("are unguessable, recognisable and never equal to what is stored", () => {
    const made = Array.from({ length: 50 }, createAgentKey);
    expect(new Set(made.map((item) => item.key)).size).toBe(50);
    for (const { key, key_hash, prefix } of made) {
      expect(isAgentKey(key)).toBe(true);
      expect(Buffer.from(key.slice(3), "base64url")).toHaveLength(32);
      expect(key.startsWith(prefix)).toBe(true);
      expect(prefix).toHaveLength(8);
      expect(key_hash).toBe(hashSecret(key));
      expect(key_hash).not.toContain(key.slice(3));
    }
  });

  it("are distinguished from login tokens and other text", () => {
    expect(isAgentKey(createLoginToken().token)).toBe(false);
    expect(isAgentKey(`cb_${"x".repeat(200)}`)).toBe(false);
  });
});
