import type { Page } from "@playwright/test";
import { api, expect, test } from "./fixtures";
import { asLead } from "./stories";

/** Forms made from contracts: what the schema refuses is said at its field, what is sent is on the screen afterwards. */

test("a form says at its field what the contract refuses, and sends nothing", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.goto("/settings/keys");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of the key").fill("Forms");
  await expect(dialog.getByLabel("Name of the key")).toHaveAttribute("maxlength", "100");
  await dialog.getByLabel("Agent", { exact: true }).fill("   ");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const agent = dialog.getByLabel("Agent", { exact: true });
  await expect(agent).toHaveAttribute("aria-invalid", "true");
  await expect(agent).toBeFocused();
  await expect(dialog.getByText("Must not be empty.")).toBeVisible();
  expect(sent.filter((url) => url.includes("/api/v1/agent-keys"))).toEqual([]);

  await agent.fill("forms-bot");
  await dialog.getByRole("radio", { name: "Only these" }).first().click();
  await expect(dialog.getByRole("button", { name: "Create key" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "reviewer" }).click();
  await dialog.getByRole("combobox", { name: "Expires" }).click();
  await page.getByRole("option", { name: "In 30 days" }).click();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog).toContainText("forms-bot");
  // The key cannot be shown again.
  await page.keyboard.press("Escape");
  await expect(dialog).toContainText("forms-bot");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("table").getByText("Forms", { exact: true }).first()).toBeVisible();
});

test("what the server refuses is shown at the field that it points to", async ({ page, consoleErrors }) => {
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Add member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill("forms@example.com");
  await dialog.getByLabel("Name").fill("Fiona Forms");
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "lead" }).click();
  await expect(dialog).toContainText("May do: decides proposals");
  await page.route("**/api/v1/members", (route) =>
    route.fulfill({
      status: 422,
      json: {
        type: "about:blank",
        title: "Invalid input",
        status: 422,
        code: "invalid_input",
        detail: "The input is not valid.",
        remedy: "Correct it.",
        errors: [{ pointer: "/email", detail: "is blocked here" }],
      },
    }),
  );
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Is blocked here.")).toBeVisible();
  await expect(dialog.getByText("Correct it.")).toHaveCount(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // The browser's own words for the answer of this test.
  consoleErrors.splice(0, consoleErrors.length);

  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toContainText("Fiona Forms is a member");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("table").getByText("forms@example.com")).toBeVisible();
});

test("an edited memory says so in its detail and in its history at once", async ({ page }) => {
  const { memory } = await api<{ memory: { id: string } }>("POST", "/memories", {
    kind: "fact",
    statement: "Forms are made from the contracts of the operations that they send.",
    category: "forms",
    scope: "global",
  });
  await page.goto(`/memories/${memory.id}`);
  await expect(page.getByRole("heading", { name: "Forms are made from" })).toBeVisible();
  const dialog = page.getByRole("dialog");
  // The page is read before it listens to keys.
  await expect(async () => {
    await page.keyboard.press("e");
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Tags").fill("screens, forms");
  await dialog.getByLabel("Reasoning").fill("One schema says what is valid.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Memory changed")).toBeVisible();
  await expect(page.getByText("One schema says what is valid.")).toBeVisible();
});

/** Changes settings as another tab would, and waits until this page has asked for them again. */
async function saveElsewhere(page: Page, settings: Record<string, number>): Promise<void> {
  await asLead(page, "PATCH", "/organization", { settings });
  const isRead = page.waitForResponse(
    (response) => response.url().endsWith("/api/v1/organization") && response.request().method() === "GET",
  );
  await page.evaluate(() => new BroadcastChannel("casebook-changes").postMessage(["settings"]));
  await isRead;
}

test("what others save neither empties a form of the settings nor is overwritten by it", async ({
  page,
  consoleErrors,
}) => {
  const { settings } = await asLead(page, "GET", "/organization");
  const { recall_retention_days: recalls_days, session_retention_days: before } = settings;
  const save = page.getByRole("button", { name: "Save", exact: true });
  const conflict = page.getByText("The organization changed meanwhile");

  await test.step("the organization, also when it cannot be read again", async () => {
    await page.goto("/settings/organization");
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    await expect(name).not.toHaveValue("");
    const own = await name.inputValue();
    // The page is read before it listens.
    await expect(async () => {
      await name.fill("Typed and not saved");
      await expect(name).toHaveValue("Typed and not saved", { timeout: 1_000 });
      await expect(save).toBeEnabled({ timeout: 1_000 });
    }).toPass();
    await page.route("**/api/v1/organization", (route) => {
      if (route.request().method() !== "GET") return route.continue();
      return route.fulfill({
        status: 403,
        json: {
          type: "about:blank",
          title: "Refused",
          status: 403,
          code: "permission_denied",
          detail: "Refused by this test.",
          remedy: "Go on.",
        },
      });
    });
    await saveElsewhere(page, { session_retention_days: before + 1 });
    await page.unrouteAll({ behavior: "wait" });
    await saveElsewhere(page, { session_retention_days: before + 2 });
    await save.click();
    await expect(conflict).toBeVisible();
    await expect(name).toHaveValue("Typed and not saved");
    await page.getByRole("button", { name: "Load the current settings" }).click();
    await expect(name).toHaveValue(own);
    await expect(conflict).toHaveCount(0);
  });

  await test.step("the periods of retention, of which others are not sent as they were before", async () => {
    await page.goto("/settings/privacy");
    const recalls = page.getByRole("spinbutton", { name: "Recalls (days)" });
    await expect(async () => {
      await recalls.fill(String(recalls_days + 1));
      await expect(save).toBeEnabled({ timeout: 1_000 });
    }).toPass();
    await saveElsewhere(page, { session_retention_days: before + 3 });
    await save.click();
    await expect(conflict).toBeVisible();
    const { settings: now } = await asLead(page, "GET", "/organization");
    expect(now).toMatchObject({
      recall_retention_days: recalls_days,
      session_retention_days: before + 3,
    });
    await page.getByRole("button", { name: "Load the current periods" }).click();
    await expect(page.getByRole("spinbutton", { name: "Sessions (days)" })).toHaveValue(String(before + 3));
    await expect(recalls).toHaveValue(String(recalls_days));
  });

  await asLead(page, "PATCH", "/organization", { settings: { session_retention_days: before } });
  // The browser's own words for what was refused.
  consoleErrors.splice(0, consoleErrors.length);
});

test("the focus is where it was once a dialog, a drawer, the palette or a menu's dialog closes", async ({
  page,
}) => {
  const { items } = await api<{ items: { id: string }[] }>("GET", "/memories?limit=1");
  const opened = page.getByRole("dialog");
  const close = async () => {
    await expect(opened).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
  };

  await test.step("a drawer and the palette, from a row", async () => {
    await page.goto("/memories");
    const row = page.locator("[data-row-link]").nth(1);
    await row.focus();
    await expect(async () => {
      await row.press("Enter");
      // Pressed again while the drawer loads, the row would keep the focus.
      await expect(opened).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(row).not.toBeFocused();
    await close();
    await expect(row).toBeFocused();
    await page.keyboard.press("ControlOrMeta+k");
    await expect(opened.getByRole("combobox")).toBeFocused();
    await close();
    await expect(row).toBeFocused();
  });

  await test.step("a dialog of a menu, from the button that opened the menu", async () => {
    const views = page.getByRole("button", { name: "Views", exact: true });
    await views.click();
    await page.getByRole("menuitem", { name: "Save as a new view…" }).click();
    await close();
    await expect(views).toBeFocused();
  });

  await test.step("a dialog that a key opened", async () => {
    await page.goto(`/memories/${items[0]?.id}`);
    const link = page.getByRole("navigation", { name: "Sections" }).getByRole("link").first();
    await link.focus();
    await expect(async () => {
      await page.keyboard.press("e");
      await expect(opened).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await close();
    await expect(link).toBeFocused();
  });
});

test("the secret of a webhook survives a stray click, and the webhook goes only after a question", async ({
  page,
}) => {
  const name = `Hook ${Date.now()}`;
  const dialog = page.getByRole("dialog");
  await page.goto("/settings/notifications");
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await dialog.getByLabel("Name").fill(name);
  // An address of the range for documentation: the tests know no network.
  await dialog.getByLabel("Address").fill("https://203.0.113.7/hook");
  await dialog.getByRole("radio", { name: "Signed JSON" }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByRole("code")).toBeVisible();
  await page.mouse.click(5, 5);
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("code")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();

  const webhook = page.getByRole("article", { name });
  await webhook.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(dialog).toContainText("This cannot be undone.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(webhook).toBeVisible();
  await webhook.getByRole("button", { name: `Remove ${name}` }).click();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(webhook).toHaveCount(0);
});
