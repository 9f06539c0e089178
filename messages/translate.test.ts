import compile from "icu-minify/compile";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Area, Tag } from "./message";
import { translate } from "./translate";

type Arguments = {
  title: Record<never, never>;
  found: { count: number };
  help: { link: Tag; name: string };
};

const area: Area<Arguments> = {
  name: "example",
  texts: {
    title: compile("Keys"),
    found: compile("{count, plural, one {# key} other {# keys}}"),
    help: compile("Read <link>the help of {name}</link>."),
  },
};

const ENGLISH = { language: "en", translations: null } as const;

describe("texts of an area", () => {
  test("are written with their arguments", async () => {
    const { format } = await import("./compiled/format");
    const t = translate(format, ENGLISH);
    expect(t("day", { day: 1, month: "Feb", year: 2026 })).toBe("1 Feb 2026");
    expect(t("just_now")).toBe("just now");
  });

  test("count as the language does", () => {
    const t = translate(area, ENGLISH);
    expect([1, 2, 12345].map((count) => t("found", { count }))).toEqual(["1 key", "2 keys", "12,345 keys"]);
  });

  test("of another language are its own, and English where it has none", async () => {
    const { format } = await import("./compiled/format");
    const t = translate(format, {
      language: "de",
      translations: { format: { ago: ["vor ", ["distance"]] } },
    });
    expect(t("ago", { distance: "5 Min." })).toBe("vor 5 Min.");
    expect(t("ahead", { distance: "5 min" })).toBe("in 5 min");
  });

  test("of a value without a word break nothing", () => {
    const t = translate(area, ENGLISH) as unknown as (key: string | undefined) => string;
    expect([t("kind_of_a_newer_server"), t(undefined)]).toEqual(["kind_of_a_newer_server", ""]);
  });

  test("show what is in a tag by an element", () => {
    const t = translate(area, ENGLISH);
    const node = t.rich("help", {
      name: "agents",
      link: (content) => createElement("a", { href: "/help" }, content),
    });
    expect(renderToStaticMarkup(createElement("p", null, node))).toBe(
      '<p>Read <a href="/help">the help of agents</a>.</p>',
    );
  });
});
