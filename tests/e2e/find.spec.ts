import type { Locator, Page } from "@playwright/test";
import { api, expect, expectAccessible, test } from "./fixtures";
import { asLead } from "./stories";

/** Finding by keyboard: everything in the palette, a question in the ledger, a question in an address. */

const REPOSITORY = "harbor/service";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search, go to or do" });

/** Presses keys and counts them; what is typed as words is counted apart. */
function keyboardOf(page: Page) {
  let pressed = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      pressed += 1;
      await page.keyboard.press(key);
    }
  };
  const tabTo = async (target: Locator) => {
    for (let count = 0; count < 40; count++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await press("Tab");
    }
    throw new Error("forty tabs do not lead there");
  };
  return { press, tabTo, pressed: () => pressed };
}

/** Goes down to an option of the palette, however many stand before it. */
async function choose({ press }: Pick<ReturnType<typeof keyboardOf>, "press">, option: Locator) {
  await option.waitFor();
  for (let count = 0; count < 12; count++) {
    if ((await option.getAttribute("aria-selected")) === "true") return;
    await press("ArrowDown");
  }
  throw new Error("twelve steps down do not lead there");
}

async function openPalette(page: Page) {
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
}

/** The focus stays in the box, which says the option that Enter would open. */
async function expectAnnounced(page: Page, option: Locator) {
  await expect(option).toHaveAttribute("aria-selected", "true");
  const id = await option.getAttribute("id");
  await expect(palette(page).getByRole("combobox")).toHaveAttribute("aria-activedescendant", id ?? "");
}

test("the palette finds a finding by its words and a setting by its name, by keyboard alone", async ({
  page,
}) => {
  const berth = `berth${Date.now()}`;
  const title = `Barnacles block the winch ${berth}`;
  await api("POST", "/reviews", {
    workflow_id: `winch-${Date.now()}`,
    repository: REPOSITORY,
    summary: "Looked at.",
    items_deferred: [
      { number: 1, title, file_path: "src/winch.ts", line: 1, reason: "Later, in <dry> dock: 100% sure" },
    ],
  });
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const keys = keyboardOf(page);

  await keys.press("Control+k");
  await page.keyboard.type(`WINCH barnacles ${berth}`);
  const option = palette(page).getByRole("option", { name: title });
  await choose(keys, option);
  // In the title, and in the path beside it.
  await expect(option.locator("mark")).toHaveText(["Barnacles", "winch", berth, "winch"]);
  await expect(palette(page).getByRole("status")).toContainText("1 in Findings");
  await expectAnnounced(page, option);
  await expectAccessible(page);
  await keys.press("Enter");
  await expect(page).toHaveURL(/\/reviews\/findings\/[0-9a-f-]+$/);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  expect(keys.pressed()).toBeLessThan(6);

  await openPalette(page);
  await page.keyboard.type("relevance floor");
  await expectAnnounced(page, palette(page).getByRole("option", { name: "Relevance floor" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/organization$/);
  await expect(page.locator("main :focus")).toHaveCount(1);

  await openPalette(page);
  const first = palette(page).getByRole("group", { name: "Recently opened" }).getByRole("option").first();
  await expect(first).toContainText(title);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  await openPalette(page);
  await page.keyboard.type("winch");
  await expect(palette(page).getByRole("status")).toContainText("in Findings");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await expect(palette(page).getByRole("option", { selected: true })).toHaveText("Show all in Findings");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/reviews\/findings\?q=winch$/);
  await expect(page.getByRole("row").filter({ hasText: title })).toBeVisible();
});

test("the palette does what a lead may do, switches the repository, and takes any text", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await openPalette(page);
  await page.keyboard.type("create key");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Create agent key" })).toBeVisible();
  await page.keyboard.press("Escape");
  await openPalette(page);
  await page.keyboard.type("invite");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add member" })).toBeVisible();
  await page.keyboard.press("Escape");
  await openPalette(page);
  await page.keyboard.type(REPOSITORY);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/repository=harbor%2Fservice|repository=harbor\/service/);

  const status = palette(page).getByRole("status");
  for (const text of ["%", "_", "'\"\\", "ذاكرة", "x".repeat(900), "e"]) {
    await openPalette(page);
    await page.keyboard.insertText(text);
    await expect(status).toHaveText(/^(?:Found|Nothing found)/);
    await expect(palette(page).getByRole("alert")).toHaveCount(0);
    await page.keyboard.press("Escape");
  }
});

test("each setting that the palette names leads to its field", async ({ page }) => {
  await page.goto("/settings/organization");
  for (const name of [
    "Name of the organization",
    "Memory on or off",
    "Allowed agents",
    "Custom agent types",
    "Map agent names to types",
    "Maximum memories in a pack",
    "Learning from outcomes",
    "Scope of memories made from reviews",
    "Time zone of conversations",
    "High-rejection rules: rejection rate",
    "High-rejection rules: flagged findings",
    "Language model: tokens per day",
    "Language model: tokens for agents' answers",
    "Sessions that are held out",
    "Consolidation every night",
    "Consolidation when a session stops",
    "Maximum tokens of a pack",
    "Length of a pack",
    "How long recalls are kept",
    "How long sessions are kept",
    "How long deleted memories are kept",
    "How long conversations are kept",
    "How long the audit is kept",
  ]) {
    await openPalette(page);
    await page.keyboard.insertText(name);
    await expect(palette(page).getByRole("option", { name, exact: true })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await page.keyboard.press("Enter");
    await expect(palette(page)).toHaveCount(0);
    // The field was found when the address names it no more, and has the focus.
    await expect(page).not.toHaveURL(/field=/);
    await expect(page.locator("main :focus"), name).toHaveCount(1);
  }
});

test("one finds why an agent was given something on a day, by keyboard: words, day, timings, score", async ({
  page,
}) => {
  const task = `Swap two berths in the booking service, anchor ${Date.now()}`;
  const { recall_id } = await api<{ recall_id: string }>("POST", "/context", {
    repository: REPOSITORY,
    agent_type: "builder",
    task,
  });
  const { at, agent } = await asLead(page, "GET", `/recalls/${recall_id}`);
  const [year, month, day] = at.slice(0, 10).split("-");
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const keys = keyboardOf(page);

  await keys.press("g", "e");
  await expect(page.getByRole("heading", { level: 1, name: "Recalls" })).toBeVisible();
  await keys.press("/");
  await page.keyboard.type(`anchor ${task.split(" ").at(-1)}`);
  await keys.tabTo(page.getByLabel("day (UTC)"));
  await page.keyboard.type(`${month}${day}${year}`);
  await expect(page).toHaveURL(new RegExp(`day=${year}-${month}-${day}`));
  await expect(page).toHaveURL(/q=anchor/);
  await expect(page.getByRole("row").filter({ hasText: task })).toBeVisible();
  // The header and this one: what was listed before is gone.
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessible(page);
  const link = page.getByRole("link", { name: task });
  await keys.tabTo(link);
  await keys.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/recalls/${recall_id}`));

  const summary = page.locator("summary").filter({ hasText: "Time spent" });
  await summary.waitFor();
  await keys.tabTo(summary);
  await keys.press("Enter");
  const table = page.getByRole("table", { name: /parts of this recall/ });
  await expect(table.getByRole("row", { name: /Verifying citations/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /Searching by meaning and words \d/ })).toContainText("ms");
  await expect(table.getByRole("row", { name: /Total until the answer/ })).toBeVisible();
  const score = page.getByRole("region", { name: /^Candidates considered/ }).getByText(/% relevant/);
  await expect(score.first()).toBeVisible();
  await expectAccessible(page);
  expect(keys.pressed()).toBeLessThan(60);
  test.info().annotations.push({ type: "keys", description: String(keys.pressed()) });

  // From the agent, outcome and an earlier day nothing of it is found.
  await page.goto(`/recalls?agent=${encodeURIComponent(agent)}&day=2001-01-01`);
  await expect(page.getByText("No recall matches")).toBeVisible();
});

test("a memory, a session and a finding lead to why something was given", async ({ page }) => {
  const session_id = `why-${Date.now()}`;
  const question = {
    session_id,
    repository: REPOSITORY,
    agent_type: "builder",
    task: "Implement the swap of two berths in the booking service",
  };
  await api("POST", "/hooks/session-start", { session_id, repository: REPOSITORY });
  await api("POST", "/hooks/before-agent", question);
  const recallOf = async (): Promise<{ id: string; served_count: number } | undefined> =>
    (await asLead(page, "GET", `/recalls?session_id=${session_id}&q=berths`)).items[0];
  await expect.poll(async () => (await recallOf())?.served_count ?? 0).toBeGreaterThan(0);
  const recall = await recallOf();
  const { candidates } = await asLead(page, "GET", `/recalls/${recall?.id}`);
  const candidate = candidates.find(({ place }: { place: string }) => place === "served");
  const asked = page.locator('li[aria-current="true"]');

  await page.goto(`/memories/${candidate.memory.id}`);
  await page.getByRole("link", { name: /^Served \d+ times?/ }).click();
  await expect(page.getByRole("columnheader", { name: "Why it was served" })).toBeVisible();
  const { total } = await asLead(page, "GET", `/memories/${candidate.memory.id}/recalls`);
  await expect(page.getByText(new RegExp(`of ${total}\\b`)).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(asked).toContainText(candidate.memory.statement.slice(0, 40));
  await expect(asked).toBeFocused();
  await expect(asked).toContainText("% relevant");

  await page.goto(`/sessions/${session_id}?pack=${recall?.id}`);
  await page
    .getByRole("region", { name: "The pack" })
    .getByRole("link", { name: /^Why it was served/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/recalls/${recall?.id}\\?memory=`));
  await expect(asked).toBeFocused();

  await api("POST", "/reviews", {
    workflow_id: session_id,
    repository: REPOSITORY,
    summary: "Reviewed the swap.",
    items_deferred: [{ number: 1, title: "The swap locks one berth", reason: "Later." }],
  });
  await page.goto(`/reviews/findings?q=${encodeURIComponent("swap locks one berth")}`);
  await page.getByRole("row").nth(1).click();
  const served = page.getByRole("region", { name: "What the reviewer was served" });
  await expect(served).toContainText("The recalls of its workflow");
  await expect(served.getByRole("link", { name: /memor.* served$/ }).first()).toHaveAttribute(
    "href",
    /^\/recalls\//,
  );
  await expectAccessible(page);
});

test("the playground answers the question of its address, and completes names from the server", async ({
  page,
}) => {
  const address = new URLSearchParams({
    repository: REPOSITORY,
    agent_type: "builder",
    task: "Implement the swap of two berths in the booking service",
    compare: "true",
    memories: "1",
  });
  await page.goto(`/recalls/playground?${address}`);
  await expect(page.getByRole("region", { name: /^Candidates considered/ })).toHaveCount(2);
  await expect(page.getByLabel("Maximum memories")).toHaveValue("1");
  await page.locator("summary").filter({ hasText: "Time spent" }).click();
  await expect(page.getByRole("table", { name: /parts of this recall/ })).toBeVisible();
  await expectAccessible(page);

  const offered = async (label: string, typed: string) => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(typed);
    const list = await field.getAttribute("list");
    return page.locator(`[id="${list}"] option`);
  };
  await expect(
    (await offered("Repository", "harb")).and(page.locator(`[value="${REPOSITORY}"]`)),
  ).toHaveCount(1);
  await expect((await offered("Agent type", "")).and(page.locator('[value="reviewer"]'))).toHaveCount(1);
  const files = await offered("Changed files", "README.md src/");
  await expect.poll(() => files.count()).toBeGreaterThan(0);
  expect(await files.first().getAttribute("value")).toMatch(/^README\.md .*src\//);
});
