import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { api, expect, expectAccessible, server, test } from "./fixtures";
import { demoFolder, gitIn } from "./git";

const REPOSITORY = "harbor/quay";
const MEMORIES = 7;

const folder = () => demoFolder("quay");
const git = (...args: string[]) => gitIn(folder(), args, { name: "Ada", email: "ada@harbor.example" });

function commit(files: Record<string, string>, message: string): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder(), name), text);
  git("add", "--all");
  git("commit", "-qm", message);
  return git("rev-parse", "HEAD");
}

const berth = (at: number) =>
  `export const berth_${at} = { length: ${40 + at}, draught: ${3 + at} };\nexport const name_${at} = "berth ${at}";\n`;

async function post<T>(page: Page, address: string, data: object): Promise<T> {
  const response = await page.request.post(`/api/v1${address}`, { headers: { Origin: server().url }, data });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
}

test("a wrong branch takes no memory out of service: it is held, dismissed by one key, and what is right again is verified", async ({
  page,
}) => {
  test.setTimeout(180_000);
  mkdirSync(folder(), { recursive: true });
  git("init", "-q", "--initial-branch=main");
  const good = commit(
    Object.fromEntries(Array.from({ length: MEMORIES }, (_, at) => [`berth-${at}.ts`, berth(at)])),
    "Describe the berths",
  );
  await page.goto("/");
  const source = { kind: "path", path: folder() };
  const repository = await post<{ id: string }>(page, "/repositories", { name: REPOSITORY, source });
  const ids: string[] = [];
  for (let at = 0; at < MEMORIES; at += 1) {
    const stored = await api<{ memory: { id: string } }>("POST", "/memories", {
      kind: "decision",
      repository: REPOSITORY,
      statement: `Berth ${at} of the quay takes boats of ${40 + at} feet and no longer ones`,
      citations: [{ path: `berth-${at}.ts`, line_start: 1, line_end: 2 }],
    });
    ids.push(stored.memory.id);
  }
  // Waited for: a request while a check is under way is served by that one, at the commit which it took.
  const check = async () => {
    const { check_id } = await post<{ check_id: string }>(page, `/repositories/${repository.id}/check`, {});
    const statusOf = async () =>
      (await api<{ status: string }>("GET", `/repository-checks/${check_id}`)).status;
    await expect.poll(statusOf, { timeout: 60_000 }).toBe("done");
  };
  const statuses = async () =>
    Promise.all(ids.map(async (id) => (await api<{ status: string }>("GET", `/memories/${id}`)).status));
  const commits = async () => {
    const found = await Promise.all(
      ids.map((id) => api<{ citations: { checked_commit: string | null }[] }>("GET", `/memories/${id}`)),
    );
    return new Set(found.flatMap(({ citations }) => citations.map(({ checked_commit }) => checked_commit)));
  };
  await check();
  await expect.poll(commits, { timeout: 60_000 }).toEqual(new Set([good]));

  await test.step("the default branch points to an unrelated commit: the failures are held, and named", async () => {
    git("checkout", "-q", "--orphan", "wrong");
    git("rm", "-rfq", ".");
    const wrong = commit({ "README.md": "# Something else\n" }, "Start over");
    git("update-ref", "refs/heads/main", wrong);
    git("checkout", "-q", "main");
    await check();
    await page.goto(`/citations/repositories/${repository.id}`);
    const heads = page.getByRole("region", { name: "Suspicious heads" });
    await expect(async () => {
      await page.reload();
      await expect(heads).toContainText(`7 of 7 memories of ${REPOSITORY} fail the check`, {
        timeout: 3_000,
      });
    }).toPass({ timeout: 60_000 });
    await heads.getByText("What failed, next to the last recorded results").click();
    await expect(heads).toContainText("berth-0.ts:1–2 last recorded as unchanged, at this head missing");
    await expectAccessible(page);
    expect(await statuses()).toEqual(Array.from({ length: MEMORIES }, () => "active"));
  });

  await test.step("one key dismisses it in the inbox", async () => {
    await page.goto("/inbox?kind=suspicious_head");
    await expect(page.getByRole("heading", { name: /^Is .* right\?$/ })).toBeVisible();
    await page.keyboard.press("r");
    await expect(page.getByText("Dismissed: this commit changes nothing")).toBeVisible();
    await page.goto(`/citations/repositories/${repository.id}`);
    await expect(page.getByRole("region", { name: "Suspicious heads" })).toBeHidden();
    expect(await statuses()).toEqual(Array.from({ length: MEMORIES }, () => "active"));
  });

  await test.step("the branch is back: everything is verified at it", async () => {
    git("update-ref", "refs/heads/main", good);
    git("reset", "-q", "--hard");
    const next = commit({ "README.md": "# The quay\n" }, "Say what this is");
    await check();
    await expect.poll(commits, { timeout: 60_000 }).toEqual(new Set([next]));
    expect(await statuses()).toEqual(Array.from({ length: MEMORIES }, () => "active"));
  });
});
