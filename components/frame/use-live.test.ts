import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { LiveStream } from "./use-live";

const sources: FakeSource[] = [];

/** A stream of the server, as far as a page sees it. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 1;

  constructor(readonly url: string) {
    super();
    sources.push(this);
  }

  close(): void {}

  tell(type: string, lastEventId: string): void {
    this.dispatchEvent(Object.assign(new Event(type), { lastEventId, data: "{}" }));
  }
}

afterEach(() => {
  sources.length = 0;
  vi.unstubAllGlobals();
});

it.each(["began", "reset"])(
  "a page that received nothing but %s resumes from there once it is in sight again",
  (name) => {
    vi.stubGlobal("EventSource", FakeSource);
    const seen = { visibilityState: "visible" };
    vi.stubGlobal("document", seen);
    const stream = new LiveStream(new QueryClient(), newId());
    stream.follow();
    const id = newId();
    sources.at(-1)?.tell(name, id);
    seen.visibilityState = "hidden";
    stream.follow();
    seen.visibilityState = "visible";
    stream.follow();
    stream.stop();
    expect(sources.map(({ url }) => url)).toEqual(["/api/live", `/api/live?since=${id}`]);
  },
);
