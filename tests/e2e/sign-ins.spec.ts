import { expect, expectAccessible, SIGNED_OUT, server, signIn, test } from "./fixtures";

// A browser of its own: it ends every other sign-in of the person.
test.use({ storageState: SIGNED_OUT });

test("a sign-in that a person ends elsewhere is refused at once, by pages and by the API", async ({
  page,
  browser,
}) => {
  const email = `sign-ins-${Date.now()}@example.test`;
  const owner = await browser.newContext({ baseURL: server().url });
  const ownerPage = await owner.newPage();
  await signIn(ownerPage);
  const added = await ownerPage.request.post("/api/v1/members", {
    data: { email, name: "Ada Elsewhere" },
    headers: { Origin: server().url },
  });
  expect(added.status()).toBe(201);
  await owner.close();

  await signIn(page, email);
  const elsewhere = await browser.newContext({ baseURL: server().url });
  const lost = await elsewhere.newPage();
  await signIn(lost, email);

  await page.goto("/settings/sign-ins");
  const list = page.getByRole("table", { name: "Your sign-ins" });
  await expect(list.getByText("this browser")).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText("Signed out in one browser")).toBeVisible();

  expect((await lost.request.get("/api/v1/organization")).status()).toBe(401);
  await lost.goto("/memories");
  await expect(lost).toHaveURL(/\/sign-in\?callbackUrl=%2Fmemories/);
  await elsewhere.close();

  const before = await page.context().storageState();
  await page.getByRole("button", { name: /^You:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to Casebook" })).toBeVisible();
  const kept = await browser.newContext({ baseURL: server().url, storageState: before });
  const keptPage = await kept.newPage();
  await keptPage.goto("/memories");
  await expect(keptPage).toHaveURL(/\/sign-in/);
  await kept.close();
});
