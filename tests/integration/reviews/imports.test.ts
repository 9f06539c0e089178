import { describe, expect, it } from "vitest";
import * as contract from "@/lib/reviews/contract";
import { reviewImportJob } from "@/lib/reviews/jobs";
import type { Context } from "@/lib/runtime/operation";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { setUpRepository } from "../citations/support";

const database = testDatabase();

async function fixture() {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  await addRepository(database.db, { organization_id });
  return { organization, organization_id, context: contextOf(database, await organization.person("lead")) };
}

/** Does what the worker would. */
async function work(context: Context, import_id: string) {
  const { organization_id } = context.actor;
  await reviewImportJob.handle({ organization_id, import_id }, partsOf(database, context));
  return run(contract.reviewImportGet, { import_id }, context);
}

const evaluation = (workflow_id: string, more: Record<string, unknown> = {}) => ({
  workflow_id,
  summary: "Reviewed",
  items_rejected: [{ number: 1, title: `Naming in ${workflow_id}` }],
  ...more,
});

/** A text that is longer without its addresses: each placeholder has one character more. */
const addresses = (count: number) => Array.from({ length: count }, () => "a@b.co").join(" ");

describe("an import of evaluations", () => {
  it("stores what is right, and says of every other one why not", async () => {
    const { context } = await fixture();
    await run(contract.reviewEvaluate, evaluation("pr-1"), context);
    await run(contract.reviewEvaluate, evaluation("pr-2"), context);
    const accepted = await run(
      contract.reviewImport,
      {
        name: "History",
        evaluations: [
          evaluation("pr-1"),
          evaluation("pr-2", { summary: "Another" }),
          evaluation("pr-3", { repository: "acme/shop" }),
          evaluation("pr-3", { repository: "acme/shop" }),
          evaluation("pr-4", { repository: "acme/unknown" }),
          evaluation("pr-5", {
            items_deferred: [{ number: 1, title: "The same number" }],
          }),
          evaluation("pr-6", { items_rejected: [{ number: 1, title: "x", disposition: "later" }] }),
          evaluation("pr-7", { items_rejected: [{ number: 1, title: "x".repeat(10_000) }] }),
          "nonsense",
        ],
      },
      context,
    );
    expect(accepted).toMatchObject({
      status: "waiting",
      items: { total: 9, waiting: 4, skipped: 5, stored: 0 },
    });
    const done = await work(context, accepted.id);
    expect(done).toMatchObject({
      status: "done",
      items: { stored: 1, repeated: 2, skipped: 6, waiting: 0 },
      findings: 1,
      finished_at: expect.any(String),
    });
    const { items } = await run(contract.reviewImportItems, { import_id: accepted.id }, context);
    expect(items.map(({ state, because }) => [state, because])).toEqual([
      ["repeated", "It is complete."],
      ["skipped", "Round 1 of pr-2 was stored with different content; send it as the next round."],
      ["stored", "It is complete."],
      ["repeated", "It is complete."],
      ["skipped", "/repository: acme/unknown is not registered; add the repository first"],
      ["skipped", expect.stringContaining("is also the number at")],
      ["skipped", expect.stringContaining("must be one of implement, reject, defer, clarify")],
      ["skipped", expect.stringContaining("must be at most 1,000 characters")],
      ["skipped", expect.any(String)],
    ]);
    expect((await run(contract.reviewList, {}, context)).total).toBe(3);
    expect((await work(context, accepted.id)).items).toEqual(done.items);
  });

  it("goes on over further calls, and holds no secret while it waits", async () => {
    const { context, organization } = await fixture();
    const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    const first = await run(
      contract.reviewImport,
      { evaluations: [evaluation("pr-1", { summary: `uses ${token}` })] },
      context,
    );
    const more = { import_id: first.id, evaluations: [evaluation("pr-2"), evaluation("pr-3")] };
    const second = await run(contract.reviewImport, more, context);
    expect(second).toMatchObject({ id: first.id, items: { total: 3, waiting: 3 } });
    const rows = await database.db.review_import_item.findMany({
      where: { organization_id: context.actor.organization_id },
    });
    expect(JSON.stringify(rows)).not.toContain(token);
    const other = contextOf(database, await organization.person("lead"));
    await expect(run(contract.reviewImport, more, other)).rejects.toMatchObject({
      code: "permission_denied",
    });
    expect((await work(context, first.id)).items.stored).toBe(3);
    const repeated = await run(
      contract.reviewEvaluate,
      evaluation("pr-1", { summary: `uses ${token}` }),
      context,
    );
    expect(repeated.repeated).toBe(true);
  });

  it("stores a text that is too long once its addresses are taken out, as far as it fits", async () => {
    const { context } = await fixture();
    const long = { number: 1, title: addresses(142), reason: addresses(1_400), evidence: addresses(1_400) };
    const { id } = await run(
      contract.reviewImport,
      { evaluations: [evaluation("pr-1", { items_rejected: [long] }), evaluation("pr-2")] },
      context,
    );
    expect(await work(context, id)).toMatchObject({ status: "done", items: { stored: 2, waiting: 0 } });
    const { items } = await run(contract.findingList, {}, context);
    const found = items.find(({ reason }) => reason !== null);
    expect(found?.title).toHaveLength(contract.MAX_TITLE);
    expect(found?.reason).toHaveLength(contract.MAX_PROSE);
    expect(found?.reason).toMatch(/^\[EMAIL\] \[EMAIL\] .*…$/);
  });

  it("of an organization is not seen by another", async () => {
    const ours = await fixture();
    const theirs = await fixture();
    const { id } = await run(contract.reviewImport, { evaluations: [evaluation("pr-1")] }, theirs.context);
    const asked = run(contract.reviewImportGet, { import_id: id }, ours.context);
    await expect(asked).rejects.toMatchObject({ code: "not_found" });
    expect((await run(contract.reviewImportList, {}, ours.context)).total).toBe(0);
  });
});

const sarif = {
  version: "2.1.0",
  runs: [
    {
      tool: { driver: { name: "lint", rules: [{ id: "no-unused-vars" }] } },
      results: [
        {
          ruleId: "no-unused-vars",
          message: { text: "'x' is never used" },
          locations: [
            { physicalLocation: { artifactLocation: { uri: "src/a.ts" }, region: { startLine: 3 } } },
          ],
          suppressions: [{ kind: "inSource", justification: "part of the public API" }],
        },
        { ruleId: "no-eval", message: { text: "eval is evil" }, baselineState: "absent" },
        { ruleId: "no-eval", message: { text: "eval again" } },
        { ruleId: "no-eval", kind: "pass", message: { text: "fine" } },
      ],
    },
  ],
};

describe("an import of SARIF", () => {
  it("shows what it would store, is corrected, and is stored as corrected", async () => {
    const { context } = await fixture();
    const draft = await run(
      contract.reviewImportSarif,
      { sarif, workflow_id: "scan-1", repository: "acme/shop", include_open: true },
      context,
    );
    expect(draft).toMatchObject({ status: "draft", items: { draft: 3, skipped: 1 } });
    const items = async () => (await run(contract.reviewImportItems, { import_id: draft.id }, context)).items;
    expect((await items()).map(({ disposition, because }) => [disposition, because])).toEqual([
      ["reject", "It is suppressed, with a justification."],
      ["implement", "It was in the baseline and is gone: it was fixed."],
      ["defer", "It is open: neither suppressed nor fixed."],
      ["defer", "Its kind is pass: it is no finding."],
    ]);
    await run(
      contract.reviewImportCorrect,
      {
        import_id: draft.id,
        items: [
          { position: 1, leave_out: true },
          { position: 2, disposition: "reject", reason: "only in tests", rule_category: "security" },
        ],
      },
      context,
    );
    expect((await items())[2]).toMatchObject({
      proposed: "defer",
      disposition: "reject",
      because: `Corrected by ${context.actor.name}.`,
    });
    await run(contract.reviewImportConfirm, { import_id: draft.id }, context);
    expect(await work(context, draft.id)).toMatchObject({ status: "done", items: { stored: 2, skipped: 2 } });
    const found = await run(contract.findingList, {}, context);
    expect(
      found.items.map(({ number, disposition, rule_category, reason, agent, file_path, line }) => ({
        number,
        disposition,
        rule_category,
        reason,
        agent,
        file_path,
        line,
      })),
    ).toEqual(
      expect.arrayContaining([
        {
          number: 1,
          disposition: "reject",
          rule_category: "unused_code",
          reason: "part of the public API",
          agent: "lint",
          file_path: "src/a.ts",
          line: 3,
        },
        {
          number: 3,
          disposition: "reject",
          rule_category: "security",
          reason: "only in tests",
          agent: "lint",
          file_path: null,
          line: null,
        },
      ]),
    );
    const late = run(
      contract.reviewImportCorrect,
      { import_id: draft.id, items: [{ position: 1, leave_out: false }] },
      context,
    );
    await expect(late).rejects.toMatchObject({ code: "conflict" });
  });

  it("of the same run again stores nothing twice", async () => {
    const { context } = await fixture();
    const input = { sarif, workflow_id: "scan-1", confirm: true, include_open: true };
    const first = await run(contract.reviewImportSarif, input, context);
    await work(context, first.id);
    const again = await run(contract.reviewImportSarif, input, context);
    expect(again.items).toMatchObject({ waiting: 0, skipped: 4 });
    await work(context, again.id);
    expect((await run(contract.findingList, {}, context)).total).toBe(3);
  });

  it("stores no result twice that two drafts have, and what only the second one has", async () => {
    const { context } = await fixture();
    const [scan] = sarif.runs;
    const further = { ruleId: "no-eval", message: { text: "eval a third time" } };
    const longer = { ...sarif, runs: [{ ...scan, results: [...(scan?.results ?? []), further] }] };
    const draft = async (log: Record<string, unknown>) => {
      const input = { sarif: log, workflow_id: "scan-3", include_open: true };
      return (await run(contract.reviewImportSarif, input, context)).id;
    };
    const ids = [await draft(sarif), await draft(longer)];
    for (const import_id of ids) await run(contract.reviewImportConfirm, { import_id }, context);
    const [first = "", second = ""] = ids;
    expect((await work(context, first)).items).toMatchObject({ stored: 3, skipped: 1 });
    expect((await work(context, second)).items).toMatchObject({ stored: 1, skipped: 4, waiting: 0 });
    const { items } = await run(contract.reviewImportItems, { import_id: second }, context);
    expect(items[0]).toMatchObject({
      state: "skipped",
      because: "It was stored by an earlier import; correct its finding instead.",
    });
    expect((await run(contract.findingList, {}, context)).total).toBe(4);
  });

  it("loses nothing of two imports of a run that are stored at once", async () => {
    const { context } = await fixture();
    const confirmed = async (text: string) => {
      const results = [{ ruleId: "no-eval", message: { text } }];
      const log = { version: "2.1.0", runs: [{ tool: { driver: { name: "lint" } }, results }] };
      const input = { sarif: log, workflow_id: "scan-4", confirm: true, include_open: true };
      return (await run(contract.reviewImportSarif, input, context)).id;
    };
    const ids = [await confirmed("eval here"), await confirmed("eval there"), await confirmed("eval again")];
    const done = await Promise.all(ids.map((id) => work(context, id)));
    expect(done.map(({ items }) => items.stored)).toEqual([1, 1, 1]);
    const reviews = await run(contract.reviewList, { workflow_id: "scan-4" }, context);
    expect(reviews.items.map(({ round }) => round).sort()).toEqual([1, 2, 3]);
  });

  it("stores texts that are too long without their addresses, also a corrected reason", async () => {
    const { context } = await fixture();
    const suppressed = (kind: string) => ({
      ruleId: "no-eval",
      message: { text: `${kind} ${addresses(140)}` },
      suppressions: [{ kind: "inSource", justification: addresses(1_400) }],
    });
    const results = ["one", "two"].map(suppressed);
    const log = { version: "2.1.0", runs: [{ tool: { driver: { name: "lint" } }, results }] };
    const { id: import_id } = await run(
      contract.reviewImportSarif,
      { sarif: log, workflow_id: "scan-5" },
      context,
    );
    const corrected = { position: 1, reason: addresses(1_400) };
    await run(contract.reviewImportCorrect, { import_id, items: [corrected] }, context);
    await run(contract.reviewImportConfirm, { import_id }, context);
    expect(await work(context, import_id)).toMatchObject({ status: "done", items: { stored: 2 } });
    const { items } = await run(contract.findingList, {}, context);
    expect(items.map(({ reason }) => reason?.length)).toEqual([contract.MAX_PROSE, contract.MAX_PROSE]);
  });

  it("finds absolute paths of the machine that scanned in the repository's files", async () => {
    const root = repositoryRoot();
    const { lead: context, repository } = await setUpRepository(database, root.path);
    const resultAt = (uri: string) => ({
      ruleId: "no-magic-numbers",
      message: { text: `magic in ${uri}` },
      suppressions: [{ kind: "inSource", justification: "a legal period" }],
      locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 13 } } }],
    });
    const results = [
      "file:///home/runner/work/shop/shop/src/billing.ts",
      "file:///home/runner/work/shop/shop/src/new.ts",
      "file:///usr/lib/node/index.ts",
    ].map(resultAt);
    const log = { version: "2.1.0", runs: [{ tool: { driver: { name: "eslint" } }, results }] };
    const input = { sarif: log, workflow_id: "scan", repository: repository.name };
    const { id } = await run(contract.reviewImportSarif, input, context);
    const { items } = await run(contract.reviewImportItems, { import_id: id }, context);
    expect(items.map(({ file_path, line }) => [file_path, line])).toEqual([
      ["src/billing.ts", 13],
      ["src/new.ts", 13],
      [null, null],
    ]);
    expect(items[2]?.because).toContain("name the folder that was scanned as root");
  });

  it("leaves out what nobody decided, unless it is asked for", async () => {
    const { context } = await fixture();
    const { id } = await run(
      contract.reviewImportSarif,
      { sarif, workflow_id: "scan-2", confirm: true },
      context,
    );
    expect((await work(context, id)).items).toMatchObject({ stored: 2, skipped: 2 });
    const { items } = await run(contract.reviewImportItems, { import_id: id, state: ["skipped"] }, context);
    expect(items.map(({ because }) => because)).toContain("It is open: neither suppressed nor fixed.");
    expect((await run(contract.findingList, { disposition: ["defer"] }, context)).total).toBe(0);
  });

  it("of another repository is another finding, whatever the file is called", async () => {
    const { context, organization_id } = await fixture();
    await addRepository(database.db, { organization_id, name: "acme/port" });
    const stored = async (repository: string) => {
      const input = { sarif, workflow_id: "eslint.sarif", repository, confirm: true };
      const { id } = await run(contract.reviewImportSarif, input, context);
      await work(context, id);
      return (await run(contract.findingList, { repository }, context)).total;
    };
    expect(await stored("acme/shop")).toBe(2);
    expect(await stored("acme/port")).toBe(2);
    expect(await stored("acme/port")).toBe(2);
  });

  it("of more results than an evaluation holds is stored in rounds of an evaluation's size", async () => {
    const { context } = await fixture();
    const results = Array.from({ length: 1_200 }, (_, index) => ({
      ruleId: "no-eval",
      message: { text: `eval ${index}` },
    }));
    const many = { version: "2.1.0", runs: [{ tool: { driver: { name: "lint" } }, results }] };
    const { id } = await run(
      contract.reviewImportSarif,
      { sarif: many, workflow_id: "big", confirm: true, include_open: true },
      context,
    );
    expect(await work(context, id)).toMatchObject({ status: "done", items: { stored: 1_200 } });
    const reviews = await run(contract.reviewList, { workflow_id: "big" }, context);
    expect(reviews.items.map(({ round, counts }) => [round, counts.defer]).sort()).toEqual([
      [1, 500],
      [2, 500],
      [3, 200],
    ]);
  });

  it("that is no SARIF 2.1.0, or holds nothing, is refused", async () => {
    const { context } = await fixture();
    for (const wrong of [{}, { version: "2.0.0", runs: [] }, { version: "2.1.0", runs: [] }])
      await expect(
        run(contract.reviewImportSarif, { sarif: wrong, workflow_id: "x" }, context),
      ).rejects.toMatchObject({ code: "invalid_input" });
  });
});
