import { api, expect, test } from "./fixtures";

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
  await page.keyboard.press("Escape");
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
