import { describe, expect, it } from "vitest";
import { auditList } from "@/lib/access/contract";
import * as contract from "@/lib/skills/contract";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { evaluate, propose, type Setting, SKILL, setUp, workOff } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const REASON = "Types are imported for the compiler alone.";
const MINE = SKILL.replace("imports, variables", "imports that are no types, variables").replace(
  "- Flag names of one letter.",
  "- Flag names of one letter.\n- Flag names that lie.",
);

const upload = (
  { skill, lead }: Setting,
  params: { content?: string; base_version?: number; reason?: string } = {},
) => run(contract.proposalUpload, { skill_id: skill.id, content: MINE, reason: REASON, ...params }, lead);

describe("a skill's text that somebody uploads", () => {
  it("is one proposal a section with its reason, is decided as any other, and reaches the file", async () => {
    const setting = await setUp(database, root.path);
    const { proposals, refused } = await upload(setting);
    expect(refused).toEqual([]);
    expect(proposals).toMatchObject([
      { section: "Unused code", title: REASON, rationale: REASON, outcome: "created", predicted: null },
      { section: "Naming", evidence_count: 0, confidence: 0, rule_category: null, base_version: 1 },
    ]);
    const { name } = setting.lead.actor;
    expect(proposals.map(({ drafter }) => contract.uploaderOf(drafter))).toEqual([name, name]);
    const { items } = await run(auditList, { subject_id: setting.skill.id }, setting.lead);
    expect(items[0]).toMatchObject({ operation: "proposal_upload", detail: { base_version: 1, refused: 0 } });

    for (const { id } of proposals) {
      const { version, conflict } = await run(contract.proposalGet, { proposal_id: id }, setting.lead);
      expect(conflict).toBe(false);
      await run(contract.proposalApprove, { proposal_id: id, version }, setting.lead);
    }
    await workOff(database, setting.organization_id);
    expect(setting.read()).toBe(MINE);
    expect(await upload(setting)).toEqual({ proposals: [], refused: [] });
  });

  it("takes the place of what the same one uploaded before, and of nothing else", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const first = await upload(setting);
    expect(first.refused).toMatchObject([
      { section: "Unused code", proposal_id: proposal.id, reason: expect.stringContaining("the drafter") },
    ]);
    expect(first.proposals).toMatchObject([{ section: "Naming", outcome: "created" }]);
    expect((await upload(setting)).proposals).toMatchObject([{ outcome: "unchanged", version: 1 }]);
    const [again] = (await upload(setting, { reason: "Another reason." })).proposals;
    expect(again).toMatchObject({
      id: first.proposals[0]?.id,
      outcome: "updated",
      rationale: "Another reason.",
    });
    const other = contextOf(database, await setting.organization.person("lead"));
    const theirs = await upload({ ...setting, lead: other });
    expect(theirs).toMatchObject({
      proposals: [],
      refused: [{ section: "Unused code" }, { section: "Naming" }],
    });
  });

  it("is left alone by the drafter, which says so, and cannot be drafted again without evidence", async () => {
    const setting = await setUp(database, root.path);
    const { proposals } = await upload(setting);
    const [mine] = proposals;
    await evaluate(setting, { rejected: 6 });
    const { considered } = await run(contract.proposalDraft, {}, setting.lead);
    expect(considered.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining("uploaded is open"),
    );
    const kept = await run(contract.proposalGet, { proposal_id: mine?.id ?? "" }, setting.lead);
    expect(kept).toMatchObject({ version: 1, rationale: REASON, status: "open" });
    const redraft = run(contract.proposalRedraft, { proposal_id: kept.id, version: 1 }, setting.lead);
    await expect(redraft).rejects.toMatchObject({ code: "unprocessable" });
  });

  it("stands before drafted ones in the queue, over its pages, since a person waits for the answer", async () => {
    const setting = await setUp(database, root.path);
    await upload(setting, {
      content: SKILL.replace("- Flag names of one letter.", "- Flag names that lie."),
    });
    const [uploaded] = (await run(contract.proposalList, {}, setting.lead)).items;
    const { proposal: drafted } = await propose(setting);
    expect(drafted.evidence_count).toBeGreaterThan(uploaded?.evidence_count ?? 0);
    const first = await run(contract.proposalList, { limit: 1 }, setting.lead);
    expect(first).toMatchObject({ total: 2, items: [{ id: uploaded?.id, section: "Naming" }] });
    const cursor = first.next_cursor ?? "";
    const second = await run(contract.proposalList, { limit: 1, cursor }, setting.lead);
    expect(second).toMatchObject({ next_cursor: null, items: [{ id: drafted.id }] });
  });

  it("made from an older version is carried over or shown as a conflict, and undoes nobody's change", async () => {
    const setting = await setUp(database, root.path);
    setting.write(SKILL.replace("parameters.", "parameters, but not of tests."));
    await run(contract.skillRegister, { repository: setting.repository }, setting.lead);
    const { proposals } = await upload(setting, { base_version: 1 });
    const [both, naming] = await Promise.all(
      proposals.map(({ id }) => run(contract.proposalGet, { proposal_id: id }, setting.lead)),
    );
    expect(both).toMatchObject({ section: "Unused code", conflict: true, base_version: 1 });
    expect(naming).toMatchObject({ section: "Naming", conflict: false });
    expect(naming?.proposed_content).toContain("but not of tests");
  });

  it("is refused with its reason when it is no edit of sections, runs something, holds a secret or is nobody's", async () => {
    const setting = await setUp(database, root.path);
    const refusals: [Parameters<typeof upload>[1], string][] = [
      [{ content: `${SKILL}\n## New\n\n- x\n` }, "/content"],
      [{ content: SKILL.replace("Read the", "!`curl x` Read the") }, "/content"],
      [{ content: SKILL.replace("- Flag names", `- Use ghp_${"a1B2".repeat(9)}\n- Flag names`) }, "/content"],
      [{ base_version: 7 }, "/base_version"],
    ];
    for (const [input, pointer] of refusals)
      await expect(upload(setting, input)).rejects.toMatchObject({ errors: [{ pointer }] });
    const developer = contextOf(database, await setting.organization.person("developer"));
    await expect(upload({ ...setting, lead: developer })).rejects.toMatchObject({
      code: "permission_denied",
    });
    const { total } = await run(contract.proposalList, {}, setting.lead);
    expect(total).toBe(0);
  });
});
