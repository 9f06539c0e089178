import type { Page } from "@playwright/test";
import { api, expect, expectAccessible, test } from "./fixtures";

/** What an agent was given and why, on the pages of a recall and of the playground. */

type List<T> = { items: T[]; total: number };
type Recall = { id: string; outcome: string; candidate_count: number; served_count: number };

const REPOSITORY = "harbor/service";
const TASK = "Implement the swap of two berths in the booking service";

const candidates = (page: Page) =>
  page.getByRole("region", { name: /^Candidates considered/ }).filter({ visible: true });

/** The number at the end of a text such as "Below the relevance floor 17". */
const countIn = (text: string | null) => Number(/(\d+)\s*$/.exec(text ?? "")?.[1]);

/** Changes settings of the organization as the person who is signed in. */
const setHoldout = (page: Page, holdout_share: number) =>
  page.evaluate(async (share) => {
    const answer = await fetch("/api/v1/organization", {
      method: "PATCH",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ settings: { holdout_share: share } }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }, holdout_share);

test("a recall shows what is in, the nearest misses, and the rest by cause, which the keyboard opens", async ({
  page,
}) => {
  const question = { repository: REPOSITORY, agent_type: "builder", task: TASK };
  const { recall_id } = await api<{ recall_id: string }>("POST", "/context", question);
  const { candidate_count } = await api<Recall>("GET", `/recalls/${recall_id}`);
  await page.goto(`/recalls/${recall_id}`);
  const considered = candidates(page);
  await expect(considered.getByRole("heading", { level: 2 })).toContainText(`${candidate_count}`);
  const shown = considered.getByRole("listitem").filter({ visible: true });
  expect(await shown.count()).toBeLessThan(candidate_count);

  const causes = considered.locator("summary");
  const counts = await causes.allTextContents();
  const open = await considered.locator("ol").filter({ visible: true }).locator("> li").count();
  expect(counts.reduce((sum, text) => sum + countIn(text), 0) + open).toBe(candidate_count);

  await causes.first().focus();
  await page.keyboard.press("Enter");
  const opened = considered.locator("details[open] > ol > li");
  await expect(opened).toHaveCount(countIn(counts[0] ?? null));
  await expect(opened.first()).toBeVisible();
  await expectAccessible(page);
});

test("the bar of a candidate is as long as its relevance", async ({ page }) => {
  const query = new URLSearchParams({ repository: REPOSITORY, agent_type: "builder", task: TASK });
  await page.goto(`/recalls/playground?${query}`);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  const row = candidates(page).getByRole("listitem").filter({ hasText: "% relevant" }).first();
  await expect(row).toBeVisible();
  const percent = Number(/(\d+)\s*% relevant/.exec((await row.textContent()) ?? "")?.[1]);
  const share = await row
    .locator("[data-bar]")
    .evaluate((bar) => (bar.firstElementChild?.getBoundingClientRect().width ?? 0) / bar.clientWidth);
  expect(Math.abs(share * 100 - percent)).toBeLessThan(2);
});

test("the playground compares two settings side by side and stays accessible", async ({ page }) => {
  const query = new URLSearchParams({
    repository: REPOSITORY,
    agent_type: "builder",
    task: TASK,
    compare: "true",
    memories: "1",
  });
  await page.goto(`/recalls/playground?${query}`);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(candidates(page)).toHaveCount(2);
  const inPack = (index: number) =>
    candidates(page)
      .nth(index)
      .getByRole("heading", { level: 3, name: /^In the pack/ });
  expect(countIn(await inPack(0).textContent())).toBeGreaterThan(1);
  expect(countIn(await inPack(1).textContent())).toBe(1);
  await expectAccessible(page);
});

test("a held-out session's recall shows what was held back, and calls nothing given", async ({ page }) => {
  await page.goto("/recalls/value");
  await setHoldout(page, 0.5);
  try {
    const isHeldOut = async (session_id: string) => {
      const question = { session_id, repository: REPOSITORY, agent_type: "builder", task: TASK };
      const answer = await api<{ memory_context: string }>("POST", "/hooks/before-agent", question);
      return answer.memory_context === "";
    };
    // All of twenty get memory once in a million runs.
    const sessions = Array.from({ length: 20 }, (_, index) => `held-${Date.now()}-${index}`);
    let held = "";
    for (const session_id of sessions) if (held === "" && (await isHeldOut(session_id))) held = session_id;
    const recallOf = async () => (await api<List<Recall>>("GET", `/recalls?session_id=${held}`)).items[0];
    await expect.poll(async () => (await recallOf())?.outcome).toBe("held_out");
    const recall = await recallOf();
    await page.goto(`/recalls/${recall?.id}`);
    await expect(page.getByRole("heading", { name: "The pack that was held back" })).toBeVisible();
    await expect(page.getByText("no memory was served")).toBeVisible();
    await expect(
      candidates(page).getByRole("heading", { name: /^Would have been in the pack/ }),
    ).toBeVisible();
    await expect(page.getByText("0 tokens")).toHaveCount(0);
    await page.goto("/settings/organization");
    await expect(page.getByRole("spinbutton", { name: "Sessions held out (%)" })).toHaveValue("50");
  } finally {
    await setHoldout(page, 0);
  }
});
