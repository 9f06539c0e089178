import { mkdirSync } from "node:fs";
import { GitRepository } from "../support/git-repository";
import { expect, expectAccessible, server, test } from "./fixtures";
import { demoFolder } from "./git";
import { picture } from "./pictures";

const LONG = `It is a long way to the end of this statement, which somebody wrote. ${"And on. ".repeat(60)}`;

test("a developer computes preferences from configuration, corrects one, and sees that the correction stands", async ({
  page,
}) => {
  // Below the one folder from which the server of the tests takes repositories.
  const folder = demoFolder("styled");
  mkdirSync(folder, { recursive: true });
  const git = new GitRepository(folder);
  git.commit({
    ".prettierrc": '{\n  "printWidth": 120,\n  "singleQuote": true\n}\n',
    ".eslintrc.json": '{\n  "rules": { "max-len": ["error", 100] }\n}\n',
    "pyproject.toml": "[tool.ruff\n",
  });
  const name = "acme/styled";
  const added = await page.request.post("/api/v1/repositories", {
    data: { name, source: { kind: "path", path: git.dir } },
    headers: { origin: server().url },
  });
  expect(added.status()).toBe(201);
  await page.goto("/reviews/preferences");
  await expect(page.getByText("No preferences yet")).toBeVisible();
  await picture(page, "empty", { fullPage: true });
  const section = page.getByRole("region", { name: "From the configuration of tools" });
  const compute = async () => {
    await section.getByRole("combobox", { name: "Repository" }).click();
    await page.getByRole("option", { name }).click();
    await section.getByRole("button", { name: "Compute" }).click();
  };
  const row = (text: string) => page.getByRole("row").filter({ hasText: text });

  await test.step("computed: each with its line, what contradicts it, and what was not read", async () => {
    await compute();
    await expect(section).toContainText("Read 3 files of acme/styled: 2 new.");
    await expect(section).toContainText("is no TOML");
    await expect(row("keeps lines to 120 characters")).toContainText(".prettierrc:2");
    await expect(row("keeps lines to 120 characters")).toContainText("eslint says 100 (.eslintrc.json:2)");
    await expectAccessible(page);
    await picture(page, "computed", { fullPage: true });
  });

  await test.step("corrected: it stands, and says what configuration says", async () => {
    await page.getByRole("button", { name: /^Correct: .* keeps lines to 120/ }).click();
    const dialog = page.getByRole("dialog", { name: "Correct a preference" });
    await dialog.getByLabel("I prefer").fill("90");
    await dialog.getByLabel("What agents are served").fill(LONG);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row("It is a long way")).toContainText("configuration says 120 (.prettierrc:2)");
    await compute();
    await expect(section).toContainText("1 kept as you corrected them");
    // While rows are read again they are faded.
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("deleted: it stays away, and can be restored", async () => {
    await page.getByRole("button", { name: /^Delete: .* single quotes/ }).click();
    await expect(page.getByRole("button", { name: /^Restore: .* single quotes/ })).toBeVisible();
    await compute();
    await expect(section).toContainText("1 not added again, because you deleted them");
    await picture(page, "corrected", { fullPage: true });
  });

  await test.step("with the keyboard: the button is reached, and computes", async () => {
    await section.getByRole("button", { name: "Compute" }).focus();
    await page.keyboard.press("Enter");
    await expect(section).toContainText("Read 3 files of acme/styled");
  });
});
