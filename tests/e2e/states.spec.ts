import type { Page } from "@playwright/test";
import { api, expect, expectAccessible, expectToFit, test } from "./fixtures";

/** States of the desks that a healthy demo never shows: a server that fails, and texts that do not end. */

const PHONE = { width: 390, height: 844 };
const READINGS = /\/api\/v1\/(?!organization\b|repositories\b|members\b)/;
const REMEDY = "Nothing was stored. Try again; if it persists, tell the people who run this server.";

const PROBLEM = {
  type: "about:blank",
  title: "Internal error",
  status: 500,
  code: "internal",
  detail: "The server could not answer.",
  // For who calls the API; the dashboard has words of its own.
  remedy: "Nothing was stored. Give `request_id` to the people who run this server.",
  request_id: "01a20000-0000-7000-8000-000000000000",
};

/** Desks with a choice that makes them read again, what a failure of that is called, and the words for nothing. */
const DESKS = [
  { path: "/conflicts", choice: "Resolved", what: "The conflicts" },
  { path: "/proposals", choice: "superseded", what: "The proposals", empty: "No superseded proposals" },
  { path: "/recalls", choice: "Used", what: "The recalls" },
  { path: "/sessions", choice: "With failures", what: "The sessions" },
  { path: "/conversations", choice: "Failed", what: "The logs", empty: "No matching day" },
  { path: "/recalls/agents", choice: "7 days", what: "The figures" },
];

/** A choice by its word; some say how many it leaves behind that. */
const radio = (page: Page, word: string) => page.getByRole("radio", { name: new RegExp(`^${word}\\d*$`) });

/** Takes the browser's own words for what a test does on purpose out of what would fail it. */
function forgive(consoleErrors: string[], words: RegExp): void {
  expect(consoleErrors.filter((text) => words.test(text)).length).toBeGreaterThan(0);
  leaveOut(consoleErrors, words);
}

function leaveOut(consoleErrors: string[], words: RegExp): void {
  const others = consoleErrors.filter((text) => !words.test(text));
  consoleErrors.splice(0, consoleErrors.length, ...others);
}

test.use({ viewport: PHONE });

for (const [index, { path, choice, what, empty }] of DESKS.entries()) {
  // Every other queue loses the network instead of getting an error.
  const cut = index % 2 === 1;
  test(`${path} tells ${cut ? "a cut network" : "a failing server"} with a remedy, and reads again when asked`, async ({
    page,
    consoleErrors,
  }) => {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await page.route(READINGS, (route) =>
      cut ? route.abort() : route.fulfill({ status: 500, json: PROBLEM }),
    );
    await radio(page, choice).click();
    const alert = page.getByRole("alert").filter({ hasText: `${what} could not be loaded.` });
    await expect(alert).toContainText(cut ? "Check that Casebook is running, then try again." : REMEDY);
    await expect(alert.getByText("Nothing was")).toHaveCount(1);
    if (!cut) await expect(alert).toContainText(PROBLEM.request_id);
    await expect(radio(page, choice)).toBeChecked();
    await expectToFit(page);
    await expectAccessible(page);

    await page.unrouteAll({ behavior: "ignoreErrors" });
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(alert).toHaveCount(0);
    if (empty !== undefined) await expect(page.getByText(empty)).toBeVisible();
    forgive(consoleErrors, cut ? /net::ERR_FAILED/ : /status of 500/);
  });
}

const TEXTS = new Set(
  "statement subject explanation reasoning outcome reason status_reason task title rationale summary original_issue suggested_fix".split(
    " ",
  ),
);
const NAMES = new Set("name category rule_category workflow_id session_id agent developer user".split(" "));

/** The same answer with the longest of everything: texts, names, paths, tags. */
function lengthened(value: unknown, key = ""): unknown {
  if (key === "tags") return Array.from({ length: 40 }, (_, at) => `tag-number-${at}-of-forty`);
  if (Array.isArray(value)) return value.map((item) => lengthened(item));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, lengthened(of, name)]));
  if (typeof value !== "string") return value;
  if (TEXTS.has(key)) return `${value}${"withoutanyspace".repeat(270)}`.slice(0, 4000);
  if (key === "path" || key === "file_path")
    return `${"folder-of-a-deep-tree/".repeat(9)}${value}`.slice(-200);
  if (NAMES.has(key)) return `${value}-${"x".repeat(100)}`.slice(0, 100);
  if (/_text$/.test(key)) return `${value}\n${"nospace".repeat(200)}`;
  return value;
}

async function lengthen(page: Page): Promise<void> {
  await page.route(READINGS, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    if (response.ok()) return route.fulfill({ response, json: lengthened(await response.json()) });
    return route.fulfill({ response });
  });
}

test("lists keep the longest texts, names and paths within a phone's width", async ({ page }) => {
  for (const [path, choice] of [
    ["/recalls", "Not used"],
    ["/sessions", "Ended"],
    ["/reviews", "6 months"],
    ["/reviews/findings", "1 year"],
    ["/proposals", "unassigned"],
  ] as const) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await lengthen(page);
    await radio(page, choice).click();
    const long = page.getByText("withoutanyspace").or(page.getByText("-xxxxx"));
    await expect(long.filter({ visible: true }).first()).toBeVisible();
    await expectToFit(page, path);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
});

test("a memory and a finding of the longest texts fit a phone, and the rest opens on demand", async ({
  page,
}) => {
  for (const path of ["/memories?status=drifted", "/reviews/findings?disposition=reject"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await lengthen(page);
    await page.locator("[data-row-link]").first().click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText("withoutanyspace").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    const wide = await drawer.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(wide, path).toBeLessThanOrEqual(0);
    await expectToFit(page, path);
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
});

test("the drift queue and a proposal of the longest texts fit a phone", async ({ page, consoleErrors }) => {
  const { items } = await api<{ items: { id: string }[] }>("GET", "/proposals?status=open&limit=1");
  for (const path of ["/citations", `/proposals/${items[0]?.id}`]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await lengthen(page);
    // Both read again after a choice; the proposal's is not carried out.
    await page.route("**/assign", (route) => route.fulfill({ json: {} }));
    const choice = path === "/citations" ? "Order" : "Assignee";
    await page.getByRole("combobox", { name: choice }).click();
    await page.getByRole("option").nth(1).click();
    await expect(page.getByText("withoutanyspace").first()).toBeVisible();
    await expectToFit(page, path);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  // A path that was made longer than any may be asked for again.
  leaveOut(consoleErrors, /status of 422/);
});
