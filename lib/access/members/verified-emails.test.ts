import { afterEach, expect, it, vi } from "vitest";
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

it("takes an OpenID address only when it is said to be verified", async () => {
  const of = (profile: unknown) => verifiedEmails({ provider: "oidc", access_token: "t", profile });
  expect(await of({ email: "a@b.test", email_verified: true })).toEqual(["a@b.test"]);
  for (const email_verified of [false, "true", undefined])
    expect(await of({ email: "a@b.test", email_verified })).toEqual([]);
});
