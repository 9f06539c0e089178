import { describe, expect, it } from "vitest";
import { inertMarkdown, inertTexts } from "./inert-markdown";

describe("markdown that is shown elsewhere", () => {
  it.each([
    ["![plan](https://x.dev/p.png?u=1)", "[image: plan]"],
    ["![](//x.dev/p.png)", "[image: without a name]"],
    ["![plan][p]\n\n[p]: https://x.dev/p.png?u=1", "[image: plan]\n\n[p]: https://x.dev/p.png"],
    ["a <img src='https://x.dev/p.gif?d=1'> b", "a [img removed] b"],
    ["<IFRAME src=//x.dev></IFRAME>", "[iframe removed][iframe removed]"],
    ["<script>fetch('//x')</script>", "[script removed]fetch('//x')[script removed]"],
    ["see [the plan](https://x.dev/plan?user=me#a)", "see [the plan](https://x.dev/plan)"],
    ["see <https://x.dev/plan?user=me>", "see <https://x.dev/plan>"],
    ["background: url(https://x.dev/p.png)", "background: url()"],
  ])("loads nothing: %s", (markdown, inert) => {
    expect(inertMarkdown(markdown)).toBe(inert);
  });

  it.each([
    "Use `Array<T>` and `a < b`, never `x!`.",
    "![local](docs/plan.png) and [a link](https://x.dev/plan).",
    "`GET https://api.x.dev/items?limit=5` answers a page.",
    'request.url("https://x.dev")',
  ])("stays as it is otherwise: %s", (markdown) => {
    expect(inertMarkdown(markdown)).toBe(markdown);
  });

  it("is reached at every depth of an answer", () => {
    expect(inertTexts({ items: [{ statement: "![a](https://x.dev/a)", id: 1, none: null }] })).toEqual({
      items: [{ statement: "[image: a]", id: 1, none: null }],
    });
  });
});
