import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createQueue } from "./queue";

const agent = (id: string) => ({ id, is_person: false });
const person = (id: string) => ({ id, is_person: true });

function openWork() {
  let finish = (): void => undefined;
  const work = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { work: () => work, finish };
}

describe("the queue in front of the work", () => {
  it("runs as many at once as it may, and the next when one ends", async () => {
    const queue = createQueue({ at_once: 2, longest_wait_ms: 10_000 });
    const works = [openWork(), openWork(), openWork()];
    const started: number[] = [];
    const done = works.map(({ work }, index) =>
      queue.run(agent(String(index)), () => {
        started.push(index);
        return work();
      }),
    );
    await sleep(1);
    expect(started).toEqual([0, 1]);
    works[1]?.finish();
    await done[1];
    await sleep(1);
    expect(started).toEqual([0, 1, 2]);
    for (const { finish } of works) finish();
    await Promise.all(done);
  });

  it("refuses at once what would wait too long, with the seconds to wait", async () => {
    const queue = createQueue({ at_once: 1, longest_wait_ms: 100 });
    const { work, finish } = openWork();
    const first = queue.run(agent("a"), work);
    // 50 ms are expected for each: the third would wait 150 ms.
    const second = queue.run(agent("b"), async () => "second");
    const third = queue.run(agent("c"), async () => "third");
    const asked = performance.now();
    await expect(queue.run(agent("d"), async () => "fourth")).rejects.toMatchObject({
      code: "unavailable",
      retry_after_seconds: 1,
    });
    expect(performance.now() - asked).toBeLessThan(50);
    expect(() => queue.assertRoom(agent("d"))).toThrow();
    finish();
    await first;
    expect(await Promise.all([second, third])).toEqual(["second", "third"]);
  });

  it("refuses what did wait that long, and never starts it", async () => {
    const queue = createQueue({ at_once: 1, longest_wait_ms: 60 });
    const { work, finish } = openWork();
    const first = queue.run(agent("a"), work);
    let ran = false;
    await expect(
      queue.run(agent("b"), async () => {
        ran = true;
      }),
    ).rejects.toMatchObject({ code: "unavailable" });
    finish();
    await first;
    await sleep(1);
    expect(ran).toBe(false);
    expect(await queue.run(agent("b"), async () => "later")).toBe("later");
  });

  it("gives people places that agents cannot take", async () => {
    const queue = createQueue({ at_once: 1, longest_wait_ms: 10_000 });
    const { work, finish } = openWork();
    const order: string[] = [];
    const all = [
      queue.run(agent("a"), work),
      queue.run(agent("b"), async () => order.push("agent")),
      queue.run(person("c"), async () => order.push("person")),
    ];
    await all[2];
    expect(order).toEqual(["person"]);
    finish();
    await Promise.all(all);
    expect(order).toEqual(["person", "agent"]);
  });

  it("keeps a page's many requests where it refuses an agent's", async () => {
    const queue = createQueue({ at_once: 2, longest_wait_ms: 100 });
    const { work, finish } = openWork();
    // 50 ms are expected for each, one at a time: the fourth of one caller would wait 150 ms.
    const page = Array.from({ length: 5 }, () => queue.run(person("a"), work));
    const asked = Array.from({ length: 4 }, () => queue.run(agent("b"), work));
    await expect(asked[3]).rejects.toMatchObject({ code: "unavailable" });
    finish();
    await Promise.all([...page, asked[0]]);
    await Promise.allSettled(asked);
  });

  it("keeps a page's requests after something slow, which agents are refused for", async () => {
    const clock = { at: 0 };
    const queue = createQueue({ at_once: 2, longest_wait_ms: 100, now: () => clock.at });
    const slow = async () => {
      clock.at += 5_000;
    };
    for (const who of [person("a"), agent("b")]) await queue.run(who, slow);
    // 545 ms are expected for each now: the third of one caller would wait longer than anybody does.
    const { work, finish } = openWork();
    const page = Array.from({ length: 3 }, () => queue.run(person("a"), work));
    const asked = Array.from({ length: 2 }, () => queue.run(agent("b"), work));
    await expect(asked[1]).rejects.toMatchObject({ code: "unavailable" });
    finish();
    await Promise.all([...page, asked[0]]);
  });

  it("leaves half of the places to others than the one who asks for all", async () => {
    const queue = createQueue({ at_once: 4, longest_wait_ms: 10_000 });
    const works = Array.from({ length: 4 }, openWork);
    const greedy = works.map(({ work }) => queue.run(agent("greedy"), work));
    expect(await queue.run(agent("modest"), async () => "at once")).toBe("at once");
    for (const { finish } of works) finish();
    await Promise.all(greedy);
  });

  it("frees the place of work that fails", async () => {
    const queue = createQueue({ at_once: 1, longest_wait_ms: 100 });
    await expect(queue.run(agent("a"), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run(agent("a"), async () => "next")).toBe("next");
  });
});
