import { writeFile } from "node:fs/promises";
import path from "node:path";
import { api, expect, expectAccessible, test } from "./fixtures";
import { demoFolder, gitIn } from "./git";

const REPOSITORY = "harbor/service";
const FILE = "src/http/routes.ts";
// Another one at a second try, which finds what the first left behind.
const STATEMENT = `Every route of quay ${Date.now()} asks for a user before anything else.`;

const UNREADABLE = "language: typescript\nrule:\n  patern: route($P, $H)";
const RULE = `language: typescript
rule:
  pattern: quayRoute($PATH, $HANDLER)
  not: { has: { pattern: requireUser($$$), stopBy: end } }`;

const GUARDED =
  'quayRoute("/berths", requireUser(listBerths));\nquayRoute("/tides", requireUser(listTides));\n';
const OPEN = GUARDED.replace("requireUser(listTides)", "listTides");

async function commit(text: string, message: string): Promise<void> {
  const folder = demoFolder("harbor");
  await writeFile(path.join(folder, FILE), text);
  gitIn(folder, ["add", FILE]);
  gitIn(folder, ["commit", "--quiet", `--message=${message}`]);
}

test("a probe is written with its matches beside it, stored, and says where a commit breaks it", async ({
  page,
  consoleErrors,
}) => {
  test.setTimeout(120_000);
  await commit(GUARDED, "Open the quay");
  const { memory } = await api<{ memory: { id: string } }>("POST", "/memories", {
    kind: "fact",
    repository: REPOSITORY,
    statement: STATEMENT,
  });
  await page.goto(`/memories/${memory.id}`);
  const probe = page.getByRole("region", { name: /^Probe/ });
  const dialog = page.getByRole("dialog");
  const found = dialog.getByRole("region", { name: "What it finds now" });
  const store = dialog.getByRole("button", { name: "Store the probe" });

  await test.step("what ast-grep does not understand is said at the rule", async () => {
    await probe.getByRole("button", { name: "Add a probe" }).click();
    await dialog.getByLabel("Rule", { exact: true }).fill(UNREADABLE);
    await expect(dialog.getByRole("alert")).toContainText("unknown field `patern`");
    await expect(store).toBeDisabled();
    // The browser logs the refused trial.
    expect(consoleErrors.every((text) => text.includes("status of 400"))).toBe(true);
    consoleErrors.splice(0, consoleErrors.length);
  });

  await test.step("matches are shown while it is typed, and it is stored", async () => {
    await dialog.getByLabel("Rule", { exact: true }).fill(RULE);
    await expect(found).toContainText("holds (2 of 2)");
    await expect(dialog.getByRole("alert")).toHaveCount(0);
    await expectAccessible(page);
    await store.click();
    await expect(dialog).toHaveCount(0);
    await expect(probe).toContainText("holds (2 of 2)");
  });

  await commit(OPEN, "List the tides for everybody");
  const { items } = await api<{ items: { id: string; name: string }[] }>("GET", "/repositories");
  const repository_id = items.find(({ name }) => name === REPOSITORY)?.id ?? "";

  await test.step("a check of the repository finds what the commit broke", async () => {
    await page.goto(`/citations/repositories/${repository_id}`);
    await page.getByRole("button", { name: "Check now" }).click();
    const violated = page.getByRole("list", { name: "Violated probes" });
    await expect(violated.getByRole("listitem").filter({ hasText: STATEMENT })).toContainText(
      "violated (1 place of 2)",
      { timeout: 60_000 },
    );
    await expect(page.getByRole("figure").filter({ hasText: "Erosion over time" })).toContainText(
      "1 violation",
    );
    await expectAccessible(page);
    await violated.getByRole("link", { name: STATEMENT }).click();
  });

  await test.step("the memory says where it is violated", async () => {
    await expect(probe).toContainText("violated (1 place of 2)");
    const places = probe.getByRole("list", { name: "Places that violate it" });
    await expect(places.getByRole("listitem")).toHaveText(
      new RegExp(`${FILE}:2.*quayRoute\\("/tides", listTides\\);`),
    );
    await expectAccessible(page);
  });

  await test.step("a rule that is violated is stored only when that is accepted, and the probe can be removed", async () => {
    await probe.getByRole("button", { name: "Edit" }).click();
    await expect(found).toContainText("violated (1 place of 2)");
    await expect(store).toBeDisabled();
    await dialog.getByRole("checkbox").check();
    await expect(store).toBeEnabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await probe.getByRole("button", { name: "Remove" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(probe.getByRole("button", { name: "Add a probe" })).toBeVisible();
  });
});
