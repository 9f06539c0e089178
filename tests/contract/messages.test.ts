import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesBelow, untranslatedIn } from "../code/untranslated";

/** What is the same in every language, or not shown to a reader of the interface. */
const EXCEPT: Readonly<Record<string, string>> = {
  "components/access/add-repository.tsx": "addresses as examples",
  "components/access/audit-filters.tsx": "codes as an example",
  "components/access/checks.tsx": "classes of CSS",
  "components/access/create-key.tsx": "the name of an agent as an example",
  "components/access/exchange-file.ts": "errors for the log",
  "components/access/passkey-problem.ts": "what a library says, to be recognized",
  "components/api-docs/api-reference.tsx": "names of the product and of a file",
  "components/frame/sidebar.tsx": "the name of the product",
  "components/memories/applies-to-opened.tsx": "a pattern of paths as an example",
  "components/memories/first-memory.tsx": "a memory as an example, sent to the API",
  "components/memories/visible-text.ts": "names of characters in Unicode",
  "components/overview/setup-commands.ts": "commands with examples, sent to the API",
  "components/pieces/connect-commands.tsx": "names of programs and files",
  "components/pieces/data-table-parts.tsx": "classes of CSS",
  "components/reviews/new-import-opened.tsx": "an address as an example",
  "components/ui/badge.tsx": "classes of CSS",
  "components/ui/button.tsx": "classes of CSS",
  "components/ui/messages.tsx": "an error for developers",
  "components/ui/toast-region.tsx": "classes of CSS",
  "app/.well-known/[...path]/route.ts": "an answer of the API",
  "app/casebook.mjs/route.ts": "an answer of the API",
  "app/layout.tsx": "the description of the product, for search engines",
};

const found = ["components", "app"]
  .flatMap(filesBelow)
  .flatMap((file) => untranslatedIn(file, readFileSync(file, "utf8")));

describe("the words of the interface", () => {
  it("are in messages/, where they are translated", () => {
    expect(found.filter(({ file }) => !(file in EXCEPT))).toEqual([]);
  });

  it("have no exception that nothing needs", () => {
    const needed = new Set(found.map(({ file }) => file));
    expect(Object.keys(EXCEPT).filter((file) => !needed.has(file))).toEqual([]);
  });

  it.each([
    ["<p>No memories yet</p>", 1],
    ['<Button aria-label="Close" />', 1],
    ['const verb = { label: isOpen ? "Close it" : "Open it" };', 2],
    ['<p className="flex gap-2">{t("empty")}</p>', 0],
    ['<Field label={t("name")} />', 0],
  ])("are noticed in %s", (source, count) => {
    expect(untranslatedIn("x.tsx", source)).toHaveLength(count);
  });
});
