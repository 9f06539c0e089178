import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { asPerson, daysOf, expectFits } from "./conversations";
import { api, expect, expectAccessible, server, test } from "./fixtures";

const exec = promisify(execFile);
const DAY_MS = 86_400_000;
const OTHER_AGENT = "night-desk";

const WRONG = "We deploy the parcel service on Fridays only.";
const RIGHT = "We deploy the parcel service on Mondays only.";

/** Has what a schedule wakes run as if it were then; what it enqueues is done by the worker of the demo. */
const runScheduled = (job: string, moment: Date) =>
  exec(process.execPath, ["--import", "tsx", "tests/support/run-scheduled.ts", job, moment.toISOString()], {
    env: { ...process.env, ...server().settings },
  });

test("a day of two agents becomes facts, which are corrected, remembered and summed up after the week", async ({
  page,
}) => {
  test.setTimeout(360_000);
  const now = new Date();
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const weekday = (new Date(midnight).getUTCDay() + 6) % 7;
  const night = new Date(midnight + DAY_MS - 30_000);
  const next_monday = new Date(midnight + (7 - weekday) * DAY_MS + 20 * 60_000);
  const date = new Date(midnight).toISOString().slice(0, 10);

  await api("POST", "/conversations", {
    source: "voice_agent",
    date,
    messages: [
      { speaker: "Ada", text: WRONG },
      { speaker: "Ada", text: "Can you look at the label printer?" },
      { speaker: "Ada", text: "Our releases of the parcel service are done by hand on one day of the week." },
      { speaker: "Ada", text: "I prefer answers without an introduction." },
      { speaker: "Ada", text: "Our office cat is called Turing." },
    ],
  });
  await page.goto("/conversations");
  const other = await asPerson(page, "POST", "/conversations", {
    agent: OTHER_AGENT,
    date,
    source: "voice_agent",
    markdown: "Bo: We keep the spare keys of the lockers in room 4.\n\nBo: Thanks, that is all.",
  });
  expect(other.status).toBe(200);
  await page.goto(`/conversations?agent=${OTHER_AGENT}`);
  await expect(page.getByRole("row").filter({ hasText: OTHER_AGENT })).toContainText("waiting");

  await runScheduled("conversation_night", night);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("row").filter({ hasText: OTHER_AGENT })).toContainText("read", {
      timeout: 1_000,
    });
  }).toPass();
  await expect
    .poll(async () => (await daysOf(page, "demo-agent"))[0])
    .toMatchObject({ state: "extracted", facts: 4 });
  // A night that runs twice learns nothing twice.
  await runScheduled("conversation_night", night);
  const [day] = await daysOf(page, "demo-agent");
  expect(day).toMatchObject({ day: date, state: "extracted", facts: 4 });
  await page.goto("/conversations");
  await expect(page.getByRole("table", { name: "Days" })).toContainText("demo-agent");
  await expectFits(page, "days");

  await page.getByRole("link", { name: "demo-agent" }).first().click();
  const lines = page.getByRole("list", { name: "Lines", exact: true });
  const line = (number: number) => lines.locator(`[data-line="${number}"]`);
  await expect(line(1).getByRole("list", { name: "Learned from line 1" })).toContainText(WRONG);
  await expect(line(2)).toContainText("Nothing was learned from it.");
  await expectFits(page, "day");

  await line(1).getByRole("button", { name: "Correct the fact" }).click();
  await page.getByRole("textbox", { name: "What is true now" }).fill(RIGHT);
  await page.getByRole("button", { name: "Supersede" }).click();
  await expect(line(1).getByRole("list")).toContainText(RIGHT);
  await expect(line(1).getByRole("list")).not.toContainText("Fridays");

  await line(5).getByRole("button", { name: "Delete the fact" }).click();
  await expect(line(5).getByRole("list")).toHaveCount(0);

  // A line that was heard wrongly, by the keyboard.
  await page.keyboard.press("Escape");
  await line(4).focus();
  await page.keyboard.press("e");
  await page.getByRole("textbox", { name: "What was said" }).fill("I prefer answers with an example.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Correct", exact: true }).click();
  await expect(line(4)).toContainText("corrected");
  await expect(async () => {
    await page.reload();
    await expect(line(4).getByRole("list")).toContainText("Ada: I prefer answers with an example.", {
      timeout: 1_000,
    });
  }).toPass();

  await page.goto("/conversations/remember?agent=demo-agent");
  await page.getByRole("textbox", { name: "Question" }).fill("When is the parcel service deployed?");
  await page.getByRole("button", { name: "Ask" }).click();
  const remembered = page.getByRole("region", { name: "What it remembers" });
  await expect(remembered).toContainText(RIGHT);
  await expect(remembered).not.toContainText(WRONG);
  await expect(remembered).not.toContainText("Turing");
  await expect(remembered).not.toContainText("lockers");
  await page.getByLabel("Include other agents' facts").click();
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(remembered).toContainText("lockers");
  await expectFits(page, "remember");

  await runScheduled("conversation_synthesis", next_monday);
  await page.goto("/conversations/weeks?agent=demo-agent");
  const week = page.getByRole("region", { name: /demo-agent/ });
  await expect(week).toContainText(RIGHT);
  await expect(week).toContainText("done by hand");
  await expect(week).not.toContainText("Turing");
  await expectFits(page, "weeks");

  // What a person erases is gone with what it taught.
  await page.goto(`/conversations/${day?.id}`);
  await page.getByRole("button", { name: "Erase the log" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click();
  await expect(page).toHaveURL(/\/conversations$/);
  expect(await daysOf(page, "demo-agent")).toEqual([]);
});
