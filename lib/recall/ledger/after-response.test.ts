import { describe, expect, it } from "vitest";
import { AfterResponse, settled } from "./after-response";

/** Work that ends when it is released. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begun = 0;
  const work = () => {
    begun += 1;
    return ended;
  };
  return { work, end, begun: () => begun };
}

describe("after-response tasks", () => {
  it("begin when the answer is made and not before, and nobody waits for their end", async () => {
    const afterwards = new AfterResponse();
    const one = held();
    afterwards.add(one.work);
    expect(one.begun()).toBe(0);
    afterwards.begin();
    expect(one.begun()).toBe(1);
    one.end();
    await settled();
  });

  it("that come after the answer begin at once", async () => {
    const afterwards = new AfterResponse();
    afterwards.begin();
    const late = held();
    afterwards.add(late.work);
    expect(late.begun()).toBe(1);
    late.end();
    await settled();
  });

  it("of many answers are sixteen at a time: beyond that they are left undone, and no answer waits", async () => {
    const answer = (work: () => Promise<void>) => {
      const afterwards = new AfterResponse();
      afterwards.add(work);
      afterwards.begin();
    };
    const works = Array.from({ length: 17 }, held);
    for (const { work } of works) answer(work);
    expect(works.map(({ begun }) => begun())).toEqual([...Array(16).fill(1), 0]);
    for (const { end } of works) end();
    await settled();
    const next = held();
    answer(next.work);
    expect(next.begun()).toBe(1);
    next.end();
    await settled();
  });
});
