import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applySettings } from "@/lib/env";
import { verifiedEmails } from "./verified-emails";

afterEach(() => vi.unstubAllGlobals());

it("takes of GitHub's addresses only confirmed ones, whatever the profile says", async () => {
  const emails = [
    { email: "second@example.test", primary: false, verified: true },
    { email: "owner@victim.test", primary: true, verified: false },
  ];
  vi.stubGlobal("fetch", async () => Response.json(emails));
  const profile = { email: "owner@victim.test" };
  expect(await verifiedEmails({ provider: "github", access_token: "t", profile })).toEqual([
    "second@example.test",
  ]);
  vi.stubGlobal("fetch", async () => new Response(null, { status: 403 }));
  expect(await verifiedEmails({ provider: "github", access_token: "t", profile })).toEqual([]);
  expect(await verifiedEmails({ provider: "github", access_token: undefined, profile })).toEqual([]);
});

describe("an address of an OpenID Connect provider", () => {
  const issuer = "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0";
  const of = (profile: unknown) => verifiedEmails({ provider: "oidc", access_token: "t", profile });
  beforeEach(() => applySettings({ OIDC_TRUSTED_ISSUERS: "" }));
  afterAll(() => applySettings({ OIDC_TRUSTED_ISSUERS: "" }));

  it("counts only when it is said to be verified", async () => {
    for (const email_verified of [true, "true"])
      expect(await of({ email: "a@b.test", email_verified })).toEqual(["a@b.test"]);
    for (const email_verified of [false, "false", "yes", 1, null, undefined])
      expect(await of({ email: "a@b.test", iss: issuer, email_verified })).toEqual([]);
  });

  it("counts without that word from a trusted issuer alone, and never against it", async () => {
    applySettings({ OIDC_TRUSTED_ISSUERS: `${issuer}/` });
    expect(await of({ email: "a@b.test", iss: issuer })).toEqual(["a@b.test"]);
    expect(await of({ email: "a@b.test", iss: issuer.replace("1111", "9999") })).toEqual([]);
    expect(await of({ email: "a@b.test" })).toEqual([]);
    expect(await of({ email: "a@b.test", iss: issuer, email_verified: false })).toEqual([]);
  });
});
