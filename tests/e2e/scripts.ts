import type { Page } from "@playwright/test";

/** Holds back every script that is not there yet, until what it returns is called. */
export async function holdBackScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Lets the page's scripts run so many times slower, as on a busy machine. */
export async function slowScripts(page: Page, rate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
}
