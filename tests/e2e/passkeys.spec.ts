import type { Page } from "@playwright/test";
import { Authenticator, type Signing } from "../support/authenticator";
import { expect, expectAccessible, SIGNED_OUT, signIn, test } from "./fixtures";

test.use({ storageState: SIGNED_OUT });

/**
 * A device of the person, which unlocks at once. Chromium's virtual authenticator ends the headless build that tests run
 * in, so the two calls of the browser are answered by one of ours; what page and server do with the answers is real.
 */
async function addAuthenticator(page: Page): Promise<void> {
  const authenticator = new Authenticator();
  await page.exposeFunction("registerPasskey", (signing: Signing) => authenticator.register(signing));
  await page.exposeFunction("signByPasskey", (signing: Signing) => authenticator.sign(signing));
  await page.addInitScript((held) => {
    const device = window as unknown as {
      registerPasskey(signing: object): Promise<{ response: Record<string, string> }>;
      signByPasskey(signing: object): Promise<string>;
    };
    const toBytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0))
        .buffer;
    const toText = (bytes: BufferSource) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes as ArrayBuffer)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
    const toCredential = (response: Record<string, string>) => ({
      id: held,
      rawId: toBytes(held),
      type: "public-key",
      authenticatorAttachment: "platform",
      getClientExtensionResults: () => ({}),
      response: {
        ...Object.fromEntries(
          Object.entries(response).flatMap(([name, text]) =>
            typeof text === "string" ? [[name, toBytes(text)]] : [],
          ),
        ),
        getTransports: () => ["internal"],
      },
    });
    navigator.credentials.create = async ({ publicKey } = {}) => {
      if (!publicKey) return null;
      if (publicKey.excludeCredentials?.some(({ id }) => toText(id) === held))
        throw new DOMException("The authenticator holds one.", "InvalidStateError");
      const { challenge, rp } = publicKey;
      const signing = { challenge: toText(challenge), origin: location.origin, rp_id: rp.id };
      return toCredential((await device.registerPasskey(signing)).response) as unknown as Credential;
    };
    navigator.credentials.get = async ({ publicKey } = {}) => {
      if (!publicKey) return null;
      const { challenge, rpId } = publicKey;
      const signing = { challenge: toText(challenge), origin: location.origin, rp_id: rpId };
      const { response } = JSON.parse(await device.signByPasskey(signing));
      return toCredential(response) as unknown as Credential;
    };
  }, authenticator.id);
}

test("a passkey is added, signs in without a link, is renamed, and no longer signs in once it is removed", async ({
  page,
  consoleErrors,
}) => {
  test.setTimeout(180_000);
  await addAuthenticator(page);
  await signIn(page);
  const list = page.getByRole("table", { name: "Your passkeys" });

  await test.step("added on the page of sign-ins, and not twice on one device", async () => {
    await page.goto("/settings/sign-ins");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(list.getByRole("row")).toHaveCount(2);
    await expect(list).toContainText("never");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByText("This device already has one of your passkeys.")).toBeVisible();
  });

  const signOut = async () => {
    await page.getByRole("button", { name: /^You:/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in to Casebook" })).toBeVisible();
  };
  const withPasskey = page.getByRole("button", { name: "Sign in with a passkey" });

  await test.step("signs in, as the list of sign-ins says", async () => {
    await signOut();
    await expectAccessible(page);
    await withPasskey.click();
    await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
    await page.goto("/settings/sign-ins");
    await expect(page.getByRole("table", { name: "Your sign-ins" })).toContainText("Passkey");
    await expect(list).not.toContainText("never");
  });

  await test.step("is renamed, and removed", async () => {
    await list.getByRole("button", { name: /^Rename/ }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Work laptop");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await expect(list).toContainText("Work laptop");
    await list.getByRole("button", { name: "Remove Work laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("None yet.")).toBeVisible();
  });

  await test.step("no longer signs in", async () => {
    await signOut();
    await withPasskey.click();
    await expect(page.getByText("This passkey is not known here.")).toBeVisible();
    // The browser logs the refusal.
    expect(consoleErrors.every((text) => text.includes("status of 401"))).toBe(true);
    consoleErrors.splice(0, consoleErrors.length);
  });
});
