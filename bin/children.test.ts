import { afterEach, expect, it, vi } from "vitest";
import { supervise } from "./children";

// The second before a process is started again keeps a machine from spinning; here nobody waits for it.
vi.mock("node:timers/promises", () => ({ setTimeout: async () => undefined }));

const NOTHING = "process.exit(0)";
const WAITING = "setInterval(() => {}, 1000)";

const started: { stop(): Promise<void> }[] = [];
const superviseScripts = (...scripts: string[]) => {
  const children = supervise(
    scripts.map((script, index) => ({ name: `child ${index}`, args: ["-e", script], show_output: false })),
  );
  started.push(children);
  return children;
};

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(started.splice(0).map((children) => children.stop()));
});

it("starts a process that ended again, says so, and gives it up after five times in a minute", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { failed } = superviseScripts(NOTHING, WAITING);
  expect(await failed).toBe("The child 0 process ended 5 times in a minute; its log is above.");
  const again = "The child 0 process ended (code 0); starting it again.";
  expect(said.mock.calls.map(([sentence]) => sentence)).toEqual([again, again, again, again]);
});

it("starts nothing again once it was stopped", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const children = superviseScripts(WAITING);
  await children.stop();
  expect(said).not.toHaveBeenCalled();
});
