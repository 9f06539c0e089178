import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "../support/free-port";
import { createPlace, startServer, stopServer, type TestServer } from "../support/server";
import { expect, expectAccessible, expectToFit, SIGNED_OUT, test } from "./fixtures";
import { gitIn } from "./git";
import { picture } from "./pictures";

/** Of an empty server of its own: the others have the demo. */
const FIVE_MINUTES_MS = 300_000;
const LAPTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

let server: TestServer;
let place: Awaited<ReturnType<typeof createPlace>> | undefined;

test.use({ storageState: SIGNED_OUT });
test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  place = await createPlace();
  // Nothing listens at this mail server.
  server = await startServer(place, {
    port: await freePort(),
    settings: { CASEBOOK_SMTP_URL: "smtp://127.0.0.1:9" },
  });
});

test.afterAll(async () => {
  if (server) {
    mkdirSync("test-results/first-day", { recursive: true });
    writeFileSync("test-results/first-day/server.log", server.log());
    await stopServer(server);
  }
  await place?.drop();
});

/** A repository that a team has already. */
function makeRepository(): string {
  const folder = path.join(server.data_dir, "demo", "bakery");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "README.md"), "# Bakery\n\nRun `npm start`.\n");
  const git = (...args: string[]) => gitIn(folder, args, { name: "Ada", email: "ada@example.test" });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message=Begin");
  return folder;
}

/** Accessible and no wider than its window, on a laptop and a phone. */
async function expectInBothSizes(page: Page, name: string): Promise<void> {
  for (const viewport of [PHONE, LAPTOP]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await expectToFit(page);
  }
  await picture(page, name, { fullPage: true });
}

const setup = (page: Page) => page.getByRole("region", { name: "Set up" });

test("a new owner goes from an empty server to the first verified memory within five minutes", async ({
  page,
  context,
}) => {
  test.setTimeout(FIVE_MINUTES_MS);
  const began = Date.now();
  const folder = makeRepository();
  let agent_key = "";
  let command = "";

  await test.step("sign in, and find five steps and an example", async () => {
    await page.goto(server.sign_in_link);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    // The first page of a server that has just started loads all its code.
    const overview = page.getByRole("heading", { level: 1, name: "Overview" });
    await expect(overview).toBeVisible({ timeout: 60_000 });
    await expect(setup(page).getByText("0 of 5 done")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create the example" })).toBeVisible();
    await setup(page).getByRole("button", { name: "Switch memory on" }).click();
    await expect(setup(page).getByText("Memory is off.")).toHaveCount(0);
    await expectInBothSizes(page, "empty");
  });

  await test.step("connect a repository", async () => {
    await setup(page).getByRole("link", { name: "Add repository" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Folder on the server" }).click();
    await dialog.getByLabel("Name").fill("acme/bakery");
    await dialog.getByRole("textbox", { name: "Folder" }).fill(folder);
    await dialog.getByRole("textbox", { name: "Name" }).fill("acme/bakery");
    await dialog.getByRole("button", { name: /^Add/ }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("make a key by a preset, said in words", async () => {
    await page.goto(`${server.url}/settings/keys?new=true`);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("radio", { name: /^Work/ })).toBeChecked();
    await dialog.getByRole("radio", { name: /^Read/ }).check();
    await expect(dialog.getByText(/^It may search and read memories;/)).not.toContainText("store");
    await dialog.getByRole("radio", { name: /^Custom/ }).check();
    await expect(dialog.getByRole("checkbox", { name: "memories:read" })).toBeChecked();
    await expect(dialog.getByRole("checkbox", { name: "memories:write" })).not.toBeChecked();
    await dialog.getByRole("radio", { name: /^Work/ }).check();
    await expect(dialog.getByText(/store memories, and correct its own/)).toBeVisible();
    await expectInBothSizes(page, "key");
    await dialog.getByLabel("Name of the key").fill("Laptop");
    await dialog.getByLabel("Agent", { exact: true }).fill("builder-bot");
    await dialog.getByRole("button", { name: "Create key" }).click();
    const shown = page.getByRole("region", { name: "Agent key", exact: true });
    await expect(shown).toBeVisible();
    agent_key = (await shown.textContent())?.trim() ?? "";
    expect(agent_key).toMatch(/^cb_/);
    await page.getByRole("button", { name: "Done" }).click();
  });

  await test.step("the copied command stores a memory that cites a line, which is verified", async () => {
    await page.goto(`${server.url}/`);
    await expect(setup(page).getByText(/of 5 done/)).toBeVisible();
    const block = setup(page).getByRole("region", { name: "Command that stores a memory" });
    if (!(await block.isVisible()))
      await setup(page)
        .getByText(/Store a memory that is verified/)
        .click();
    command = (await block.textContent()) ?? "";
    expect(command).toContain('"repository":"acme/bakery"');
    const printed = execFileSync("bash", ["-c", command], {
      env: { ...process.env, CASEBOOK_KEY: agent_key },
      encoding: "utf8",
    });
    expect(JSON.parse(printed)).toMatchObject({ stored: true });
    await expect(setup(page).getByRole("img", { name: "done" })).toHaveCount(4, { timeout: 20_000 });
    expect(Date.now() - began).toBeLessThan(FIVE_MINUTES_MS);
  });

  await test.step("from then on the setup is a strip", async () => {
    await page.reload();
    await expect(setup(page).getByText(/4 of 5 done; next: submit the first evaluated review/)).toBeVisible();
    await expect(setup(page).getByText(/Create a key for an agent/)).toBeHidden();
    await expectInBothSizes(page, "running");
    await setup(page).getByRole("button", { name: "Hide" }).click();
    await page.reload();
    await expect(setup(page)).toHaveCount(0);
  });
  await context.storageState({ path: "test-results/first-day-login.json" });
});

test.describe("with a first memory", () => {
  test.use({ storageState: "test-results/first-day-login.json", viewport: LAPTOP });

  test("an example is played after a word, opened, and removed whole by one press inside it", async ({
    page,
  }) => {
    test.setTimeout(600_000);
    await page.goto(`${server.url}/settings/danger`);
    await expectInBothSizes(page, "danger");
    await page.getByRole("button", { name: "Create the example" }).click();
    const dialog = page.getByRole("dialog", { name: "Create an example next to your data?" });
    await expect(dialog).toContainText("your data is not changed");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("progressbar", { name: "Steps of the example" })).toBeVisible();
    const open = page.getByRole("button", { name: "Open the example" });
    await expect(open).toBeVisible({ timeout: 400_000 });
    await open.click();

    const banner = page.getByRole("status").filter({ hasText: "This is an example." });
    await expect(banner).toBeVisible();
    await expect(
      page.getByRole("list", { name: "Top of the inbox" }).getByRole("link").first(),
    ).toBeVisible();
    await expect(page.getByRole("figure").filter({ hasText: "Drift" }).first()).toBeVisible();
    await expectInBothSizes(page, "example");

    await page.goto(`${server.url}/settings/organization`);
    const slider = page.getByRole("slider", { name: "Minimum relevance (%), as a slider" });
    await page.getByRole("radio", { name: "Custom floor" }).click();
    await slider.fill("99");
    const preview = page.getByRole("status", { name: "Preview of packs" });
    await expect(preview).toContainText("replayed now", { timeout: 60_000 });
    const strict = await preview.textContent();
    await slider.fill("1");
    await expect.poll(() => preview.textContent(), { timeout: 60_000 }).not.toBe(strict);
    await expectInBothSizes(page, "preview");

    await banner.getByRole("button", { name: "Remove the example" }).click();
    await expect(banner).toHaveCount(0);
    await expect
      .poll(
        async () => {
          const response = await page.request.get(`${server.url}/api/v1/example`);
          return (await response.json()).example;
        },
        { timeout: 30_000 },
      )
      .toBeNull();
    await page.goto(`${server.url}/memories`);
    await expect(page.getByText("The README says how to start the project.").first()).toBeVisible();
  });

  test("a repository stays while a memory belongs to it, and is removed with its tasks once its name is typed", async ({
    page,
  }) => {
    const ask = async (method: "GET" | "POST", where: string, data?: object) => {
      const headers = { "sec-fetch-site": "same-origin" };
      const response = await page.request.fetch(`${server.url}/api/v1${where}`, { method, headers, data });
      expect(response.ok()).toBe(true);
      return response.json();
    };
    const source = { kind: "path", path: path.join(server.data_dir, "demo", "bakery") };
    await ask("POST", "/repositories", { name: "acme/oven", source });
    await ask("POST", "/tasks", { repository: "acme/oven", task_id: "T-1", description: "Heat the oven" });
    await page.goto(`${server.url}/settings/danger`);
    const choose = async (name: string) => {
      await page.getByRole("combobox", { name: "Repository" }).click();
      await page.getByRole("option", { name }).click();
      await page.getByRole("button", { name: "Remove…" }).click();
    };

    await choose("acme/bakery");
    const kept = page.getByRole("dialog", { name: "Remove acme/bakery?" });
    await expect(kept).toContainText("It still has 1 memory and 1 citation.");
    await kept.getByRole("textbox").fill("acme/bakery");
    await expect(kept.getByRole("button", { name: "Remove the repository" })).toBeDisabled();
    await expectInBothSizes(page, "repository-kept");
    await kept.getByRole("button", { name: "Cancel" }).click();

    await choose("acme/oven");
    const removed = page.getByRole("dialog", { name: "Remove acme/oven?" });
    await expect(removed).toContainText("Deleted with it, for good: 1 task.");
    await expect(removed.getByRole("button", { name: "Remove the repository" })).toBeDisabled();
    await expectInBothSizes(page, "repository-removed");
    await removed.getByRole("textbox").fill("acme/oven");
    await removed.getByRole("button", { name: "Remove the repository" }).click();
    await expect(page.getByText("acme/oven was removed")).toBeVisible();
    expect((await ask("GET", "/repositories")).items).toMatchObject([{ name: "acme/bakery" }]);
    expect((await ask("GET", "/tasks")).items).toEqual([]);
  });

  test("a test of a service that is not there says so with a remedy", async ({ page }) => {
    await page.goto(`${server.url}/settings/services`);
    const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
    await page.getByRole("button", { name: "Test: Embedding model" }).click();
    await expect(row("Embedding model").getByRole("status")).toContainText(/after \d+ ms/, {
      timeout: 60_000,
    });
    await page.getByRole("button", { name: "Test: E-mail" }).click();
    const failed = row("E-mail").getByRole("status");
    await expect(failed).toContainText("The mail server cannot be reached", { timeout: 30_000 });
    await expect(failed).toContainText("Check CASEBOOK_SMTP_URL on the server");
    await expectInBothSizes(page, "services");
  });
});
