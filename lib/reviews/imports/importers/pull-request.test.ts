import { describe, expect, it } from "vitest";
import { draftOfThread, type ReviewThread, touchesLines } from "./pull-request";

const comment = (author: string, body: string) => ({
  author,
  body,
  created_at: "2026-01-01T00:00:00Z",
  url: "https://github.example/r/1",
});
const thread = (params: Partial<ReviewThread> = {}): ReviewThread => ({
  id: "T1",
  resolved: false,
  resolved_by: null,
  outdated: false,
  path: "src/a.ts",
  line_start: 3,
  line_end: 5,
  comments: [comment("bot", "**Unused import**\n\n`os` is never used.")],
  ...params,
});
const changed = () => ({ changed: true, how: "a later commit changed line 3" });
const untouched = () => ({ changed: false, how: "later commits left line 3 alone" });
const unknown = () => ({ changed: null, how: "whether its lines changed is unknown" });
const first = comment("bot", "Unused import");
const resolved = { resolved: true, resolved_by: "dana" };

describe("draftOfThread", () => {
  it.each([
    ["open", {}, untouched, "defer", "The thread is open: nobody has decided yet."],
    [
      "resolved with a change",
      resolved,
      changed,
      "implement",
      "Resolved by dana, and a later commit changed line 3.",
    ],
    [
      "resolved without one",
      resolved,
      untouched,
      "reject",
      "Resolved by dana, and later commits left line 3 alone.",
    ],
    [
      "resolved, nobody knows how",
      resolved,
      unknown,
      "clarify",
      "Resolved by dana, but whether its lines changed is unknown.",
    ],
    [
      "open, with a reply that disagrees",
      { comments: [first, comment("dana", "This is intentional, we re-export it.")] },
      untouched,
      "reject",
      "dana disagreed in a reply.",
    ],
    [
      "resolved without a change after a disagreement",
      { ...resolved, comments: [first, comment("dana", "won't fix"), comment("bot", "ok, withdrawn")] },
      untouched,
      "reject",
      "dana disagreed in a reply.",
    ],
    [
      "resolved with a change although somebody disagreed first",
      {
        ...resolved,
        comments: [first, comment("dana", "by design"), comment("dana", "you are right, changed")],
      },
      changed,
      "implement",
      "Resolved by dana, and a later commit changed line 3.",
    ],
    [
      "open, though its bot notes a commit",
      { comments: [comment("bot", "Unused import\n\n✅ Addressed in commits a1b2c3d to e4f5a6b")] },
      untouched,
      "implement",
      "Open, but its reviewer notes that it was addressed.",
    ],
    [
      "declined, though its bot notes a commit",
      {
        comments: [
          comment("bot", "Unused import\n\n✅ Addressed in commit a1b2c3d"),
          comment("dana", "Declining this one, nothing checks for it."),
        ],
      },
      untouched,
      "reject",
      "dana disagreed in a reply.",
    ],
    [
      "put off",
      { comments: [first, comment("dana", "I will do that in a follow-up.")] },
      untouched,
      "defer",
      "Open; dana postponed it.",
    ],
    [
      "asked a question",
      { comments: [first, comment("dana", "Which import do you mean?")] },
      untouched,
      "clarify",
      "Open; dana asked a question.",
    ],
    [
      "of its own author only",
      { comments: [first, comment("bot", "This is a false positive of mine?")] },
      untouched,
      "defer",
      "The thread is open: nobody has decided yet.",
    ],
  ] as const)("reads a thread that is %s", (_, params, after, disposition, because) => {
    expect(draftOfThread(thread(params), after)).toMatchObject({ disposition, because });
  });

  const answered = (body: string, answer: string) => ({
    ...resolved,
    comments: [comment("bot", body), comment("dana", answer)],
  });
  it.each([
    ["Handle empty input in `flush`.", "Good catch, fixed in abc1234."],
    ["Please keep the extras sorted alphabetically.", "Done"],
    ["**No test for an empty zstd body.**", "Good catch, added in tests/test_decoders.py, fixed."],
    ["CHANGELOG not updated", "Done"],
    ["Please document this in docs/compression.md", "Updated the docs, thanks"],
    ["Let's raise DecodingError here.", "Yep, makes sense — added."],
  ])("takes “%s” as mended where the answer says so, though its lines did not change", (body, answer) => {
    expect(draftOfThread(thread(answered(body, answer)), untouched)).toMatchObject({
      disposition: "implement",
      because: "Resolved by dana; later commits left line 3 alone, and dana says that it was done.",
    });
  });

  it.each([
    ["Good point!", "clarify", "Resolved by dana; later commits left line 3 alone, but dana agrees."],
    [
      "I will do that in a follow-up.",
      "defer",
      "Resolved by dana; later commits left line 3 alone, and dana postponed it.",
    ],
    [
      "The header is added by the framework.",
      "reject",
      "Resolved by dana, and later commits left line 3 alone.",
    ],
    ["That was already fixed in 2.0, by design.", "reject", "dana disagreed in a reply."],
  ])("never takes the agreement “%s” as the reason of a rejection", (answer, disposition, because) => {
    expect(draftOfThread(thread(answered("Unused import", answer)), untouched)).toMatchObject({
      disposition,
      because,
    });
  });

  it("looks at every answer, and passes over thanks", () => {
    const comments = [first, comment("dana", "Agreed! Pushed."), comment("tom", "Thanks!")];
    expect(draftOfThread(thread({ ...resolved, comments }), unknown)).toMatchObject({
      disposition: "implement",
      because: "Resolved by dana; whether its lines changed is unknown, and dana says that it was done.",
      item: { reason: "dana: Agreed! Pushed." },
    });
  });

  it("takes a plain no as an answer", () => {
    const comments = [
      comment("tom", "Why not reuse GZipDecoder?"),
      comment("dana", "zstd has no wbits, so no."),
    ];
    expect(draftOfThread(thread({ comments }), untouched)).toMatchObject({
      disposition: "reject",
      item: { reason: "dana: zstd has no wbits, so no." },
    });
  });

  it.each(["LGTM, nice test 👍", "Looks good to me!", "Thanks for the fix :tada:", "Nice."])(
    "leaves “%s” out",
    (body) => {
      expect(
        draftOfThread(thread({ ...resolved, comments: [comment("tom", body)] }), untouched),
      ).toMatchObject({
        disposition: null,
        because: "It praises and asks for nothing: it is no finding.",
      });
    },
  );

  it.each(["Nice to have tests here", "LGTM, but rename x", "Good catch-all, though too broad", "👀"])(
    "takes “%s” as a finding",
    (body) => {
      expect(draftOfThread(thread({ comments: [comment("tom", body)] }), untouched)?.disposition).toBe(
        "defer",
      );
    },
  );

  it("takes the title from the first words, the place, the suggestion, and the reason from the reply", () => {
    const body = "**Rename it**\n\n```suggestion\nconst total = 1;\n```";
    const draft = draftOfThread(
      thread({ comments: [comment("bot", body), comment("dana", "By design.")] }),
      untouched,
    );
    expect(draft).toMatchObject({
      item: {
        title: "Rename it",
        original_issue: body,
        file_path: "src/a.ts",
        line: 3,
        suggested_fix: "const total = 1;\n",
        reason: "dana: By design.",
      },
      key: "github:T1",
      agent: "bot",
    });
  });

  it("takes what a bot says to people, not its labels, folded details and hidden notes", () => {
    const body =
      "_📐 Maintainability_ | _🟡 Minor_ | _⚡ Quick win_\n\n**Annotate `run`.**\n\nIt has no return type.\n\n" +
      "<details>\n<summary>Prompt</summary>\n\n<details>\nverify\n</details>\n\n</details>\n\n<!-- fingerprint -->\n";
    expect(draftOfThread(thread({ comments: [comment("bot", body)] }), untouched)?.item).toMatchObject({
      title: "Annotate `run`.",
      original_issue: "**Annotate `run`.**\n\nIt has no return type.",
    });
  });

  it("is null for a thread whose comments are gone", () => {
    expect(draftOfThread(thread({ comments: [] }), untouched)).toBeNull();
  });
});

describe("touchesLines", () => {
  // Of the old side: line 2 is replaced, something is inserted between 4 and 5, line 20 is removed.
  const patch = [
    "@@ -1,6 +1,7 @@",
    " one",
    "-two",
    "+TWO",
    " three",
    " four",
    "+between",
    " five",
    " six",
    "@@ -19,2 +20,1 @@ context",
    " nineteen",
    "-twenty",
    "\\ No newline at end of file",
  ].join("\n");
  it.each([
    [1, 1, false],
    [2, 2, true],
    [3, 4, false],
    [4, 5, true],
    [5, 6, false],
    [19, 19, false],
    [19, 20, true],
    [21, 90, false],
  ])("of lines %i to %i says %s", (start, end, touched) => {
    expect(touchesLines(patch, start, end)).toBe(touched);
  });
});
