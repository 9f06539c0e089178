/** What several stories do on their way. */
import type { Page } from "@playwright/test";
import { api, expect, server } from "./fixtures";

/** Calls the API as the person who is signed in: agents may not decide. */
export async function asLead(page: Page, method: string, url: string, data?: unknown) {
  const { url: base } = server();
  const response = await page.request.fetch(`${base}/api/v1${url}`, {
    method,
    data,
    headers: { Origin: base },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

/** A review with findings of one rule that were rejected for one reason. */
export function reject({
  repository,
  skill,
  reason,
  count,
}: {
  repository: string;
  skill: string;
  reason: string;
  count: number;
}): Promise<unknown> {
  return api("POST", "/reviews", {
    workflow_id: `${skill}-${reason.length}-${Date.now()}`,
    repository,
    skill,
    summary: "Reviewed.",
    items_rejected: Array.from({ length: count }, (_, number) => ({
      number,
      title: "Unused parameter request in handler",
      file_path: `src/handlers/h${number}.py`,
      line: 1,
      reason,
    })),
  });
}

/** Waits for the job that drafts from evaluations seconds after them; until then a proposal may change. */
export async function untilDrafted(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const { items } = await asLead(page, "GET", "/jobs?state=created&state=retry&state=active");
        return items.filter(({ name }: { name: string }) => name === "proposal_consider");
      },
      { timeout: 60_000 },
    )
    .toEqual([]);
}

/** What an agent learned in a session of its own, as its hooks say it. @returns the id of the memory. */
export async function learn({
  session_id,
  repository,
  task,
  statement,
}: {
  session_id: string;
  repository: string;
  task: string;
  statement: string;
}): Promise<string> {
  await api("POST", "/hooks/session-start", { session_id, repository });
  const { memory_ids } = await api<{ memory_ids: string[] }>("POST", "/hooks/after-agent", {
    session_id,
    repository,
    agent_type: "reviewer",
    task,
    output: `## Recommendations\n\n- ${statement}\n`,
  });
  await api("POST", "/hooks/stop", { session_id });
  return memory_ids[0] ?? "";
}
