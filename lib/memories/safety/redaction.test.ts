import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorMs } from "@/lib/kernel/processor-time";
import { passesLuhn } from "./redact-now";
import { redactText, redactTexts } from "./redaction";

describe("redaction", () => {
  it.each([
    ["a GitHub token", "push with 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 now", "push with [TOKEN] now"],
    ["an AWS key id", "id AKIAIOSFODNN7QWERTYU.", "id [TOKEN]."],
    [
      "an AWS secret to its last character",
      "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY",
      "[TOKEN]",
    ],
    ["a Slack token", "xoxb-123456789012-123456789012-abcdefghijklmnopqrstuvwx", "[TOKEN]"],
    ["an npm token", "npm_abcdefghijklmnopqrstuvwxyz0123456789", "[TOKEN]"],
    ["a Stripe key", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "[TOKEN]"],
    ["a key of this product", `cb_${"aB3-_".repeat(8)}xyz`, "[TOKEN]"],
    [
      "a JSON web token",
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
      "[TOKEN]",
    ],
    ["a bearer header", "Authorization: Bearer abcdefghij0123456789", "Authorization: Bearer [TOKEN]"],
    ["a connection string", "see postgres://app:hunter2pass@db.internal:5432/app", "see [CONNECTION_STRING]"],
    ["credentials in a URL", "https://user:pass123@example.com/x", "[CREDENTIALS]/x"],
    ["a quoted password", 'password: "hunter2hunter"', 'password: "[PASSWORD]"'],
    ["a password variable", "DB_PASSWORD=hunter2x ok", "DB_PASSWORD=[PASSWORD] ok"],
    [
      "a private key",
      "key:\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE KEY-----\nend",
      "key:\n[PRIVATE_KEY]\nend",
    ],
    ["a token of GitLab", `use glpat-${"aB3xY7kLm9Q2wE5rT8uZ"}`, "use [TOKEN]"],
    ["a token behind a mask", `glpat-${"x".repeat(8)}${"aB3xY7kLm9Q2wE5rT8uZ"}`, "[TOKEN]"],
    ["a token of Hugging Face", `hf_${"aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH"}`, "[TOKEN]"],
    [
      "a webhook",
      `https://hooks.slack.com/services/T0AB1CD2E/B0AB1CD2E/${"aB3xY7kLm9Q2wE5rT8uZ1x2y"}`,
      "[TOKEN]",
    ],
    ["a password in a camel-cased name", 'dbPassword = "correct-horse"', 'dbPassword = "[PASSWORD]"'],
    [
      "a key without quotes",
      "datadog_api_key: 0f3a9b1c2d4e5f60718293a4b5c6d7e8",
      "datadog_api_key: [PASSWORD]",
    ],
    ["credentials given to curl", "curl -u deploy:s3cr3tpass https://ci", "curl -u [CREDENTIALS] https://ci"],
    ["an e-mail address", "ask ada.lovelace+x@mail.example.co.uk.", "ask [EMAIL]."],
    ["a card number", "pay with 4111 1111 1111 1111 please", "pay with [CARD] please"],
  ])("takes out %s", async (_, text, redacted) => {
    expect(await redactText(text)).toBe(redacted);
  });

  it.each([
    ["a commit id", "since 8f14e45fceea167a5a36dedd4bea2543a4b1c2d3"],
    ["a SHA-256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["a UUID", "550e8400-e29b-41d4-a716-446655440000"],
    ["a UUID of digits", "12345678-1234-4123-8123-123456789012"],
    ["the key of a cache", "cache_key: 8f14e45fceea167a5a36dedd4bea2543a4b1c2d3"],
    ["a version after a name", '"next-auth": "^4.24.15"'],
    ["a name after a name", "token: process.env.API_TOKEN, secret: readSecretFromVault(1)"],
    ["what is to be filled in", "API_KEY=your-api-key-here and password: <password>"],
    ["what is drawn where a key would stand", `ghp_${"x".repeat(36)} and glpat-XXXXXXXXXXXXXXXXXXXX`],
    ["a path", "lib/very/deep/path/to/aRatherLongFileNameThatStays.config.ts"],
    ["a long identifier", "resetPassword: validatePasswordStrengthBeforeSavingTheUser"],
    ["a variable in place of a password", "PASSWORD=$DB_PASSWORD and TOKEN={TOKEN}"],
    ["an SSH remote", "git clone git@github.com:acme/shop.git"],
    ["a decorator and a scoped package", "use @app.route and @acme/ui@1.2.3"],
    ["digits whose check digit is wrong", "4111 1111 1111 1112"],
    ["a time in milliseconds", "1795263971993"],
    ["a version and a port", "postgres 17.2.1 on 5432"],
  ])("keeps %s", async (_, text) => {
    expect(await redactText(text)).toBe(text);
  });

  it("cannot be switched off by the text itself", async () => {
    const text = "// secretlint-disable\n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";
    expect(await redactText(text)).toBe("// secretlint-disable\n[TOKEN]");
  });

  it("tells type and place of each placeholder in the redacted text", async () => {
    const [{ text, redactions } = { text: "", redactions: [] }] = await redactTexts([
      { text: "a@example.org, b@example.org and 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" },
    ]);
    expect(redactions.map(({ type, start }) => text.slice(start).startsWith(`[${type}]`))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("leaves an identifier its address, and takes secrets out of it all the same", async () => {
    const redacted = await redactTexts([
      { text: "ada@example.org", identifier: true },
      { text: "npm_abcdefghijklmnopqrstuvwxyz0123456789", identifier: true },
      { text: "ada@example.org" },
    ]);
    expect(redacted.map(({ text }) => text)).toEqual(["ada@example.org", "[TOKEN]", "[EMAIL]"]);
  });

  it("keeps texts apart, and changes nothing the second time", async () => {
    const texts = fc.array(
      fc.oneof(fc.string({ unit: "binary" }), fc.constant("x@example.org"), fc.emailAddress()),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (list) => {
        const once = await redactTexts(list.map((text) => ({ text })));
        const alone = await Promise.all(list.map((text) => redactText(text)));
        expect(once.map(({ text }) => text)).toEqual(alone);
        const twice = await redactTexts(once.map(({ text }) => ({ text })));
        expect(twice.map(({ text }) => text)).toEqual(alone);
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ["at signs", " a@".repeat(2_600)],
    ["digits", "4 ".repeat(4_000)],
    ["half keys", "-----BEGIN PRIVATE KEY-----".repeat(290)],
    ["labels", `${"a.".repeat(3_900)}@`],
    ["prefixes", "eyJaaaaaaaaaa.".repeat(570)],
    ["names", "api_key_".repeat(1_000)],
    ["one long value", `AccountKey=${"aB3d".repeat(1_990)}`],
    ["letters in both cases after a name", `secret = ${"aBcD".repeat(1_990)}!`],
    ["headers", "authorization: x-api-key: ".repeat(300)],
  ])("takes milliseconds for 8,000 characters of %s", async (_, text) => {
    expect(await processorMs(() => redactText(text))).toBeLessThan(500);
  });
});

describe("Luhn", () => {
  it("holds for published test numbers and for none with another last digit", () => {
    for (const digits of ["4111111111111111", "5500005555555559", "378282246310005", "6011000990139424"]) {
      expect(passesLuhn(digits)).toBe(true);
      const last = Number(digits.at(-1));
      for (let other = 0; other < 10; other++)
        if (other !== last) expect(passesLuhn(digits.slice(0, -1) + other)).toBe(false);
    }
  });
});
