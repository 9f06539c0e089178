import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { api, expect, SIGNED_OUT, signIn, test } from "./fixtures";
import { demoFolder, gitIn } from "./git";
import { asLead } from "./stories";

const REPOSITORY = "harbor/service";
/** Enough that an exception spares more than it would hide, and that one which was rejected before is proposed again. */
const REJECTED = 40;
const SKILL = ".claude/skills/code-review/SKILL.md";

type Memory = { id: string; status: string; addressed_at: string | null; citations: { status: string }[] };
type Page<T> = { items: T[]; total: number };

const folder = () => demoFolder("harbor");
const memory = (id: string) => api<Memory>("GET", `/memories/${id}`);

function commit(message: string): void {
  gitIn(folder(), ["commit", "--all", "--quiet", `--message=${message}`]);
}

/** Signed out at first: the story begins at the link. */
test.use({ storageState: SIGNED_OUT });

test("from sign-in to the changed SKILL.md on disk, and an edit of cited code that shows as drift", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const before = await readFile(path.join(folder(), SKILL), "utf8");
  const approved = () => api<Page<unknown>>("GET", "/proposals?status=approved");
  const { total: approved_before } = await approved();

  await test.step("an agent stores a memory with a citation, and finds it by meaning", async () => {
    const stored = await api<{ memory: Memory }>("POST", "/memories", {
      kind: "convention",
      repository: REPOSITORY,
      metadata: {
        subject: "free nights",
        fact: "Free nights are answered in the order of their dates.",
        reason: "The calendar shows them as they come.",
      },
      citations: [{ path: "src/bookings/store.ts", line_start: 44, line_end: 46 }],
    });
    expect(stored.memory.citations[0]?.status).toBe("unchanged");
    const found = await api<{ items: { memory: Memory }[] }>("POST", "/memories/search", {
      query: "calendar of free nights",
    });
    expect(found.items.map((item) => item.memory.id)).toContain(stored.memory.id);
    test.info().annotations.push({ type: "memory", description: stored.memory.id });
  });

  await test.step("a lead signs in with the one-time link, which works once", async () => {
    await signIn(page);
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  });

  await test.step("what others left open is decided, which the draft would join", async () => {
    const open = await asLead(page, "GET", `/proposals?status=open&repository=${REPOSITORY}`);
    for (const { id, version } of open.items)
      await asLead(page, "POST", `/proposals/${id}/reject`, { feedback: "Not this time.", version });
  });

  await test.step("an evaluation moves the rejection rates", async () => {
    const row = page.getByRole("row").filter({ hasText: "unused_code" });
    const rejectedOf = async () => Number(/Rejected(\d+)/.exec((await row.textContent()) ?? "")?.[1]);
    await page.goto("/reviews");
    await expect.poll(rejectedOf).toBeGreaterThan(0);
    const before_it = await rejectedOf();
    await api("POST", "/reviews", {
      workflow_id: `story-${Date.now()}`,
      repository: REPOSITORY,
      skill: "code-review",
      agent: "review-bot",
      summary: "One kind of finding, again and again.",
      items_rejected: Array.from({ length: REJECTED }, (_, number) => ({
        number,
        title: "Unused export findFreeNights",
        file_path: "src/bookings/store.ts",
        line: 44,
        original_issue: "findFreeNights is exported but has one caller only.",
        reason: "The admin tool imports the functions of src/bookings/store.ts.",
      })),
    });
    await page.reload();
    await expect.poll(rejectedOf).toBe(before_it + REJECTED);
  });

  await test.step("the proposal is read beside its evidence and approved", async () => {
    // A job drafts it seconds after the evaluation. Other skills may have one about unused code too.
    const link = page.getByRole("link", { name: /unused code/ }).first();
    await expect(async () => {
      await page.goto(`/proposals?repository=${encodeURIComponent(REPOSITORY)}`);
      await expect(link).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
    await link.click();
    await expect(page.getByText("The admin tool imports the functions").first()).toBeVisible();
    await page.getByRole("button", { name: /^Approve/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Approve/ })
      .click();
    await expect(page.getByText(/Approved: version 2/)).toBeVisible();
  });

  await test.step("the file in the repository has the exception, and nothing else changed", async () => {
    const file = path.join(folder(), SKILL);
    await expect.poll(() => readFile(file, "utf8"), { timeout: 30_000 }).not.toBe(before);
    const after = await readFile(file, "utf8");
    const added = after.split("\n").filter((line) => !before.includes(line));
    expect(added.length).toBeGreaterThan(0);
    for (const line of added) expect(line).toMatch(/^- Do not flag/);
    const kept = after
      .split("\n")
      .filter((line) => !added.includes(line))
      .join("\n");
    expect(kept.replace(/\n+/g, "\n")).toBe(before.replace(/\n+/g, "\n"));
  });

  await test.step("the memories behind it are marked addressed", async () => {
    const addressed = await api<Page<Memory>>("GET", "/memories?kind=rejection_pattern&addressed=true");
    expect(addressed.total).toBeGreaterThan(0);
    expect((await approved()).total).toBe(approved_before + 1);
  });

  await test.step("an edit of cited code shows as drift once it is checked", async () => {
    const id = test.info().annotations.find((item) => item.type === "memory")?.description ?? "";
    expect((await memory(id)).status).toBe("active");
    const file = path.join(folder(), "src/bookings/store.ts");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace('order by night"', 'order by night desc limit 90"'));
    commit("Answer the latest free nights");
    await page.goto("/citations?view=repositories");
    await page
      .getByRole("button", { name: /Check now/ })
      .first()
      .click();
    await expect.poll(async () => (await memory(id)).status, { timeout: 30_000 }).toBe("drifted");
    await page.goto("/citations");
    await expect(
      page.getByText("Free nights are answered in the order of their dates.").first(),
    ).toBeVisible();
    await page.goto(`/memories/${id}`);
    await expect(page.getByText("drifted").first()).toBeVisible();
    const found = await api<{ items: { memory: Memory }[] }>("POST", "/memories/search", {
      query: "calendar of free nights",
    });
    expect(found.items.map((item) => item.memory.id)).not.toContain(id);
  });
});
