import { createHmac, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { api, expect, server, test } from "./fixtures";
import { demoFolder, gitIn } from "./git";

const REPOSITORY = "harbor/service";
const FILE = "src/config.ts";
const SECRET = "the secret of the harbor's webhooks";

type Memory = { id: string; status: string; statement: string };
type Found = { items: { memory: Memory }[] };

const git = (...args: string[]) => gitIn(demoFolder("harbor"), args);

/** Delivers what GitHub would send after a push of the default branch. */
async function deliverPush(connection_id: string): Promise<Response> {
  const body = JSON.stringify({
    ref: git("symbolic-ref", "HEAD"),
    before: git("rev-parse", "HEAD~1"),
    after: git("rev-parse", "HEAD"),
    forced: false,
    deleted: false,
    repository: { full_name: REPOSITORY, private: true },
    head_commit: { message: "Dänische Kronen ✓" },
  });
  return fetch(`${server().url}/api/webhooks/github?connection=${connection_id}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-GitHub-Event": "push",
      "X-GitHub-Delivery": randomUUID(),
      "X-Hub-Signature-256": `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`,
    },
    body,
  });
}

const memory = (id: string) => api<Memory>("GET", `/memories/${id}`);
const search = async (query: string) =>
  (await api<Found>("POST", "/memories/search", { query })).items.map((item) => item.memory.id);

test("an edit that is pushed takes a memory out of service, and the lead puts a corrected one in its place", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const file = path.join(demoFolder("harbor"), FILE);
  const lines = (await readFile(file, "utf8")).split("\n");
  const edited = lines.findIndex((line) => line.includes("currency:"));
  const cited = { path: FILE, line_start: edited - 1, line_end: edited + 2 };
  const statement = "The harbor settles in euros or in the crowns of Norway and Sweden.";
  const corrected = "The harbor settles in euros or in the crowns of Norway, Sweden and Denmark.";

  const { id } = (
    await api<{ memory: Memory }>("POST", "/memories", {
      kind: "decision",
      repository: REPOSITORY,
      statement,
      citations: [cited],
    })
  ).memory;
  expect(await search("harbor settles in euros or crowns")).toContain(id);

  const connection_id =
    await test.step("the owner connects GitHub, with the secret of its webhooks", async () => {
      await page.goto("/");
      const response = await page.request.post("/api/v1/connections", {
        headers: { Origin: server().url },
        data: {
          label: "GitHub",
          // An address of the range for documentation: the tests know no network.
          base_url: "https://203.0.113.7",
          credentials: { kind: "github_token", token: "ghp_test" },
          webhook_secret: SECRET,
        },
      });
      expect(response.status(), await response.text()).toBe(201);
      return ((await response.json()) as { id: string }).id;
    });

  await test.step("the cited line is edited and pushed; the webhook takes the memory out of service", async () => {
    lines[edited] = (lines[edited] ?? "").replace(/("SEK")/, '$1 | "DKK"');
    await writeFile(file, lines.join("\n"));
    git("commit", "-aqm", "Take Danish crowns");
    const delivered = await deliverPush(connection_id);
    expect(delivered.status).toBe(202);
    expect(await delivered.json()).toEqual({ received: true, result: "check_requested" });
    await expect.poll(async () => (await memory(id)).status, { timeout: 60_000 }).toBe("drifted");
    expect(await search("harbor settles in euros or crowns")).not.toContain(id);
  });

  await test.step("the lead supersedes it from the drift queue", async () => {
    await page.goto("/citations");
    await page.getByText(statement).first().click();
    await page.getByRole("button", { name: "Supersede", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "What is true now" }).fill(corrected);
    await dialog.getByRole("textbox", { name: /Why the old one/ }).fill("Danish crowns are taken too.");
    await dialog.getByRole("button", { name: "Supersede" }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await memory(id)).status).toBe("superseded");
  });

  await test.step("the chain shows, and the corrected memory is served", async () => {
    await page.goto(`/memories/${id}`);
    await expect(page.getByText(corrected).first()).toBeVisible();
    await expect(page.getByText("Danish crowns are taken too.").first()).toBeVisible();
    await page.getByRole("link", { name: corrected }).first().click();
    await expect(page).toHaveURL(new RegExp(`/memories/(?!${id})`));
    await expect(page.getByRole("link", { name: statement }).first()).toBeVisible();
    const found = await search("harbor settles in euros or crowns");
    expect(found).not.toContain(id);
    expect(found.length).toBeGreaterThan(0);
  });
});
