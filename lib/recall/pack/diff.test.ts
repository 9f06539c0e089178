import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDiff } from "./diff";

function changed(path: string, body: string, header = ""): string {
  return `diff --git a/${path} b/${path}\n${header}--- a/${path}\n+++ b/${path}\n${body}`;
}

const EDIT =
  "@@ -10,3 +10,4 @@ function load() {\n context\n-  return oldName;\n+  const newName = 1;\n+  return newName;\n after\n";

describe("readDiff", () => {
  it("reads files, the lines they had before, and names in changed lines only", () => {
    expect(readDiff(changed("src/a.ts", EDIT))).toEqual({
      paths: ["src/a.ts"],
      hunks: [{ path: "src/a.ts", start: 10, end: 12 }],
      identifiers: ["newName", "oldName"],
      added_lines: 2,
      removed_lines: 1,
      degraded: [],
    });
  });

  it("finds nothing, and nothing wrong, in an empty diff", () => {
    for (const text of ["", " \n"])
      expect(readDiff(text)).toMatchObject({ paths: [], identifiers: [], degraded: [] });
  });

  it("names a renamed file by both paths, also when nothing else changed", () => {
    const text =
      "diff --git a/old name.ts b/new name.ts\nsimilarity index 100%\nrename from old name.ts\nrename to new name.ts\n";
    expect(readDiff(text)).toMatchObject({ paths: ["new name.ts", "old name.ts"], degraded: [] });
  });

  it("names new, deleted and binary files", () => {
    const text = [
      "diff --git a/new.ts b/new.ts\nnew file mode 100644\n--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1,2 @@\n+a\n+b\n",
      "diff --git a/gone.ts b/gone.ts\ndeleted file mode 100644\n--- a/gone.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
      "diff --git a/logo.png b/logo.png\nindex 1..2 100644\nBinary files a/logo.png and b/logo.png differ\n",
      "diff --git a/font.woff b/font.woff\nindex 1..2 100644\nGIT binary patch\nliteral 4\nLcmZQzWMT#Y01f~L\n\nliteral 0\nHcmV?d00001\n\n",
    ].join("");
    expect(readDiff(text)).toMatchObject({
      paths: ["new.ts", "gone.ts", "logo.png", "font.woff"],
      hunks: [
        { path: "new.ts", start: 1, end: 2 },
        { path: "gone.ts", start: 1, end: 1 },
      ],
      degraded: [],
    });
  });

  it("reads Windows line ends and quoted paths", () => {
    const text = changed("src/a.ts", EDIT).replaceAll("\n", "\r\n");
    expect(readDiff(text)).toEqual(readDiff(changed("src/a.ts", EDIT)));
    const quoted = '--- "a/\\303\\274.ts"\n+++ "b/\\303\\274.ts"\n@@ -1 +1 @@\n-a\n+b\n';
    expect(readDiff(`diff --git "a/\\303\\274.ts" "b/\\303\\274.ts"\n${quoted}`).paths).toEqual(["ü.ts"]);
  });

  it("reads diffs of other tools, with and without prefixes", () => {
    const plain = "--- src/a.ts\t2026-01-01 00:00\n+++ src/a.ts\t2026-01-02 00:00\n";
    expect(readDiff(`${plain}${EDIT}`)).toMatchObject({ paths: ["src/a.ts"], added_lines: 2 });
    const index = `Index: src/b.ts\n===================================================================\n`;
    expect(readDiff(`${index}--- src/b.ts\n+++ src/b.ts\n${EDIT}`).paths).toEqual(["src/b.ts"]);
  });

  it("does not take removed and added dashes for the header of a file", () => {
    const body = "@@ -1,2 +1,2 @@\n--- x\n+++ y\n context\n";
    expect(readDiff(changed("a.sql", body))).toMatchObject({ paths: ["a.sql"] });
  });

  it("keeps the files and ranges of a malformed part, reads the others, and says so", () => {
    const text = changed("bad.ts", "@@ -5,20 +5,20 @@\n-one\n") + changed("good.ts", EDIT);
    expect(readDiff(text)).toMatchObject({
      paths: ["bad.ts", "good.ts"],
      hunks: [
        { path: "bad.ts", start: 5, end: 24 },
        { path: "good.ts", start: 10, end: 12 },
      ],
      added_lines: 2,
      degraded: ["diff: 1 file was malformed; the lines were not used"],
    });
  });

  it.each([
    ["prose", "Please review my change of the parser."],
    ["binary", "\u0000\u0001\u0002\ud800".repeat(10_000)],
    ["a header cut off", "diff --git "],
    ["hunks without files", "@@ -1 +1 @@\n-a\n+b\n"],
  ])("says of %s that it is no diff", (_, text) => {
    expect(readDiff(text)).toMatchObject({
      paths: [],
      degraded: ["diff: it is not a unified diff; send the output of git diff"],
    });
  });

  it("reads the mails of git format-patch, also names that git quotes", () => {
    const mail = (name: string) => `From ${"a".repeat(40)} Mon Sep 17 00:00:00 2001
Subject: [PATCH] change

diff --git ${name.replace("NAME", "a")} ${name.replace("NAME", "b")}
index 1111111..2222222 100644
--- ${name.replace("NAME", "a")}
+++ ${name.replace("NAME", "b")}
@@ -1,2 +1,2 @@
 one
-two
+three
-- 
2.43.0

`;
    const quoted = '"NAME/src/\\303\\251 \\303\\274/na\\303\\257ve file.ts"';
    const read = readDiff(mail("NAME/src/plain.ts") + mail(quoted));
    expect(read).toMatchObject({
      paths: ["src/plain.ts", "src/é ü/naïve file.ts"],
      degraded: [],
      added_lines: 2,
      removed_lines: 2,
    });
    // Of a part whose lines cannot be read the name is read all the same.
    const cut = readDiff(mail(quoted).slice(0, -40));
    expect(cut.paths).toEqual(["src/é ü/naïve file.ts"]);
    const binary =
      "diff --git i/logo.png w/logo.png\nindex 1..2 100644\nBinary files i/logo.png and w/logo.png differ\n";
    expect(readDiff(binary).paths).toEqual(["logo.png"]);
  });

  it("reads the first 2 MB of a larger diff, and says so", () => {
    const part = (index: number) => changed(`src/file${index}.ts`, EDIT);
    const text = Array.from({ length: 20_000 }, (_, index) => part(index)).join("");
    const { paths, hunks, degraded } = readDiff(text);
    expect(paths).toHaveLength(2_000);
    expect(hunks.length).toBeLessThanOrEqual(5_000);
    expect(degraded[0]).toBe("diff: only the first 2 MB were read");
  });

  it("takes no names from manifests and lock files", () => {
    const text = changed("package-lock.json", '@@ -1 +1 @@\n-"leftPad": 1\n+"rightPad": 2\n');
    expect(readDiff(text)).toMatchObject({ paths: ["package-lock.json"], identifiers: [], added_lines: 1 });
  });

  it("never throws, whatever it is given", () => {
    const line = fc.constantFrom(
      "diff --git a/x b/x",
      "diff --git ",
      "--- a/x",
      "+++ b/x",
      "+++ /dev/null",
      "@@ -1,2 +1,2 @@",
      "@@ -1 +1 @@",
      "-a",
      "+b",
      " c",
      "rename from x",
      'rename to "y',
      "\\ No newline at end of file",
      "Index: ",
      "\u0000",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string({ unit: "binary" })), { maxLength: 30 }), (lines) => {
        const { degraded, paths } = readDiff(lines.join("\n"));
        if (paths.length === 0 && lines.join("\n").trim() !== "") expect(degraded).toHaveLength(1);
      }),
      { numRuns: 1_000 },
    );
  });
});
