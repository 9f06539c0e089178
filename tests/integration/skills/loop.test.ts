import { describe, expect, it } from "vitest";
import { auditList } from "@/lib/access/contract";
import { findingList, ruleList } from "@/lib/reviews/contract";
import * as contract from "@/lib/skills/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { evaluate, propose, SKILL, setUp, workOff } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const BULLET =
  "- Do not flag findings such as “Unused parameter `request` in handler” in `src/handlers/**/*.py`: " +
  "The framework requires this parameter in the signature";

describe("the loop from rejected findings to a better skill", () => {
  it("drafts, is approved on its evidence, addresses it, and changes the file and nothing else in it", async () => {
    const setting = await setUp(database, root.path);
    const { lead } = setting;
    const { proposal, evaluation } = await propose(setting);
    expect(proposal).toMatchObject({
      outcome: "created",
      section: "Unused code",
      rule_category: "unused_code",
      evidence_count: 6,
      hunk_count: 1,
      drafter: "deterministic",
      status: "open",
    });
    // Its evidence is older than the findings that effects are predicted on.
    expect(proposal.confidence).toBe(0);
    expect(proposal.rationale).toContain("without a language model");

    const detail = await run(contract.proposalGet, { proposal_id: proposal.id }, lead);
    expect(detail).toMatchObject({ conflict: false, current_content: SKILL, base_content: SKILL });
    const [hunk] = detail.hunks;
    expect(hunk).toMatchObject({
      current_text: "- Flag unused imports, variables and parameters.",
      proposed_text: `- Flag unused imports, variables and parameters.\n${BULLET}`,
      start_line: 12,
      rule_categories: ["unused_code"],
      conflict: null,
    });
    expect(hunk?.findings).toHaveLength(6);
    expect(hunk?.memories.map(({ id }) => id).sort()).toEqual([...evaluation.memory_ids].sort());

    const approved = await run(
      contract.proposalApprove,
      { proposal_id: proposal.id, version: proposal.version, feedback: "Right." },
      lead,
    );
    expect(approved).toMatchObject({
      proposal: { status: "approved", applied_version: 2, decided_by: { name: lead.actor.name } },
      skill_version: { number: 2, origin: "approved", proposal_id: proposal.id },
      delivery: { status: "pending", mode: "working_copy" },
      findings_addressed: 6,
      memories_addressed: evaluation.memory_ids.length,
    });
    expect(setting.read()).toBe(SKILL);

    expect(await workOff(database, setting.organization_id)).toBe(1);
    const expected = SKILL.replace("and parameters.\n", `and parameters.\n${BULLET}\n`);
    expect(setting.read()).toBe(expected);
    const skill = await run(contract.skillGet, { skill_id: setting.skill.id }, lead);
    expect(skill).toMatchObject({ current_version: 2, content: expected, delivery_status: "delivered" });

    const findings = await run(findingList, { addressed: true }, lead);
    expect(findings.total).toBe(6);
    expect(findings.items[0]?.addressed_by_version).toBe(approved.skill_version.id);
    const memories = await database.db.memory.count({
      where: { organization_id: setting.organization_id, addressed_at: { not: null } },
    });
    expect(memories).toBe(evaluation.memory_ids.length);
    const audit = await run(auditList, { subject_id: proposal.id }, lead);
    expect(audit.items[0]).toMatchObject({
      operation: "proposal_approve",
      detail: {
        skill_id: setting.skill.id,
        version: 2,
        version_id: approved.skill_version.id,
        delivery_id: approved.delivery.id,
        hunks: [{ id: hunk?.id, edited: false }],
      },
    });
    const markers = await run(contract.skillMarkers, { rule_category: "unused_code" }, lead);
    expect(markers.items).toMatchObject([
      { skill_version_id: approved.skill_version.id, number: 2, rule_categories: ["unused_code"] },
    ]);
    const rules = await run(ruleList, {}, lead);
    expect(rules.items[0]).toMatchObject({
      rule_category: "unused_code",
      rejected: 0,
      high_rejection: false,
    });
    const again = await run(contract.proposalDraft, {}, lead);
    expect(again).toEqual({ proposals: [], considered: [], message: "No rule requires a skill update" });
  });

  it("keeps line ends, a byte order mark and a missing last newline", async () => {
    const content = `\uFEFF${SKILL.trimEnd().replaceAll("\n", "\r\n")}`;
    const setting = await setUp(database, root.path, content);
    const { proposal } = await propose(setting);
    await run(
      contract.proposalApprove,
      { proposal_id: proposal.id, version: proposal.version },
      setting.lead,
    );
    await workOff(database, setting.organization_id);
    expect(setting.read()).toBe(content.replace("and parameters.\r\n", `and parameters.\r\n${BULLET}\r\n`));
  });

  it("lets new evidence join the open proposal, and says so when there is none", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const same = await run(contract.proposalDraft, { skill_id: setting.skill.id }, setting.lead);
    expect(same.proposals).toMatchObject([
      { id: proposal.id, outcome: "unchanged", version: proposal.version },
    ]);
    await evaluate(setting, { rejected: 2 });
    const more = await run(contract.proposalDraft, { repository: setting.repository }, setting.lead);
    expect(more.proposals).toMatchObject([
      { id: proposal.id, outcome: "updated", evidence_count: 8, version: proposal.version + 1 },
    ]);
    const { total } = await run(contract.proposalList, { status: ["open"] }, setting.lead);
    expect(total).toBe(1);
  });

  it("says of every rule that it considered why there is no proposal", async () => {
    const setting = await setUp(database, root.path);
    const reasons = [
      "Kept for plugins",
      "Generated by protoc",
      "Needed on Windows",
      "Migration pending",
      "Public API",
    ];
    for (const reason of reasons) await evaluate(setting, { rejected: 1, reason });
    await evaluate(setting, { rejected: 5, title: "Naming is unclear", skill: "another-skill" });
    const drafted = await run(contract.proposalDraft, {}, setting.lead);
    expect(drafted.message).toBe("No rule requires a skill update");
    expect(drafted.considered).toMatchObject([
      { rule_category: "naming", skill: null, rejected: 5 },
      {
        rule_category: "unused_code",
        skill: { id: setting.skill.id },
        reason: expect.stringContaining("reasons were recognised as the same"),
      },
    ]);
  });
});

describe("a decision", () => {
  it("made by two leads at once is made once", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const other = contextOf(database, await setting.organization.person("lead"));
    const decide = (context: typeof other) =>
      run(contract.proposalApprove, { proposal_id: proposal.id, version: proposal.version }, context);
    const outcomes = await Promise.allSettled([decide(setting.lead), decide(other)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "conflict" },
    });
    const { total } = await run(contract.skillVersionList, { skill_id: setting.skill.id }, setting.lead);
    expect(total).toBe(2);
    expect(await workOff(database, setting.organization_id)).toBe(1);
  });

  it("on a version that is no longer the proposal's is refused", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    await evaluate(setting, { rejected: 2 });
    await run(contract.proposalDraft, {}, setting.lead);
    const decision = { proposal_id: proposal.id, version: proposal.version };
    await expect(run(contract.proposalApprove, decision, setting.lead)).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(
      run(contract.proposalReject, { ...decision, feedback: "no" }, setting.lead),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("may take some hunks, in other words; the others are rejected and their evidence stays open", async () => {
    const setting = await setUp(database, root.path);
    await evaluate(setting, { rejected: 4 });
    await evaluate(setting, { rejected: 3, reason: "Generated by protoc, never edited by hand." });
    const { proposals } = await run(contract.proposalDraft, {}, setting.lead);
    const [proposal] = proposals;
    if (!proposal) throw new Error("nothing was proposed");
    const { hunks } = await run(contract.proposalGet, { proposal_id: proposal.id }, setting.lead);
    expect(hunks).toHaveLength(2);
    const [first, second] = hunks;
    const current = first?.current_text ?? "";
    const approve = (proposed_text: string) =>
      run(
        contract.proposalApprove,
        {
          proposal_id: proposal.id,
          version: proposal.version,
          hunks: [{ hunk_id: first?.id ?? "", proposed_text }],
        },
        setting.lead,
      );
    await expect(approve(`${current}\n- See !\`date\`.`)).rejects.toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: "/hunks/0/proposed_text" }],
    });
    await expect(approve(`${current}\n\n# Another heading`)).rejects.toMatchObject({ code: "unprocessable" });
    await expect(approve(current)).rejects.toMatchObject({ code: "unprocessable" });
    const approved = await approve(`${current}\n- Handlers may ignore \`request\`.`);
    expect(approved.findings_addressed).toBe(4);
    const detail = await run(contract.proposalGet, { proposal_id: proposal.id }, setting.lead);
    expect(detail.hunks).toMatchObject([
      { decision: "approved", edited_text: `${current}\n- Handlers may ignore \`request\`.`, start_line: 12 },
      { id: second?.id, decision: "rejected", edited_text: null },
    ]);
    await workOff(database, setting.organization_id);
    expect(setting.read()).toContain("- Handlers may ignore `request`.\n");
    const open = await run(findingList, { addressed: false }, setting.lead);
    expect(open.total).toBe(3);
  });

  it("to reject is remembered: the same evidence proposes nothing until it has grown enough", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const decision = { proposal_id: proposal.id, version: proposal.version };
    const rejected = await run(
      contract.proposalReject,
      { ...decision, feedback: "We want these." },
      setting.lead,
    );
    expect(rejected).toMatchObject({ status: "rejected", feedback: "We want these." });
    await evaluate(setting, { rejected: 2 });
    const drafted = await run(contract.proposalDraft, {}, setting.lead);
    expect(drafted).toMatchObject({
      proposals: [],
      considered: [{ rule_category: "unused_code", reason: expect.stringContaining("Rejected before on 6") }],
      message: "No rule requires a skill update",
    });
    await evaluate(setting, { rejected: 1 });
    const later = await run(contract.proposalDraft, {}, setting.lead);
    expect(later.proposals).toMatchObject([{ outcome: "created", evidence_count: 9 }]);
  });

  it("needs the permission to decide", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const developer = contextOf(database, await setting.organization.person("developer"));
    await expect(
      run(contract.proposalApprove, { proposal_id: proposal.id, version: proposal.version }, developer),
    ).rejects.toMatchObject({ code: "permission_denied" });
  });
});

describe("what is wanted of one rule", () => {
  it("is proposed whatever its rate, stays wanted when evidence joins, and is remembered once rejected", async () => {
    const setting = await setUp(database, root.path);
    const { lead } = setting;
    const want = (intent: contract.ProposalIntent, rule_category = "unused_code") =>
      run(contract.proposalDraft, { rule_category, intent }, lead);
    expect(await want("disable")).toMatchObject({
      proposals: [],
      considered: [
        { rule_category: "unused_code", skill: null, reason: expect.stringContaining("evidence") },
      ],
    });
    // Two of twelve: no high-rejection rule, so nothing is drafted unasked.
    await evaluate(setting, { rejected: 2, implemented: 10 });
    expect(await run(contract.proposalDraft, {}, lead)).toMatchObject({ proposals: [] });
    const { proposals } = await want("disable");
    expect(proposals).toMatchObject([
      {
        outcome: "created",
        title: "Disable unused code",
        intents: { unused_code: "disable" },
        section: "Unused code",
        evidence_count: 2,
      },
    ]);
    const proposal_id = proposals[0]?.id ?? "";
    const { hunks } = await run(contract.proposalGet, { proposal_id }, lead);
    expect(hunks.map(({ proposed_text }) => proposed_text)).toEqual([
      "- Do not flag unused imports, variables and parameters",
    ]);

    // Evidence that makes it a high-rejection rule joins, and what was asked stays asked.
    await evaluate(setting, { rejected: 9 });
    expect((await run(contract.proposalDraft, {}, lead)).proposals).toMatchObject([
      { id: proposal_id, outcome: "updated", intents: { unused_code: "disable" }, evidence_count: 11 },
    ]);
    // Somebody opened the first one, so what is asked now stands beside it.
    const changed = await want("demote");
    expect(changed.proposals).toMatchObject([{ outcome: "created", title: "Demote unused code" }]);
    const [{ id: beside, version }] = [changed.proposals[0] ?? { id: "", version: 0 }];
    expect(beside).not.toBe(proposal_id);
    expect((await want("demote")).proposals).toMatchObject([{ id: beside, outcome: "unchanged" }]);
    const first = await run(contract.proposalGet, { proposal_id }, lead);
    expect(first.hunks.map(({ id }) => id)).toEqual(hunks.map(({ id }) => id));

    await run(contract.proposalReject, { proposal_id: beside, version, feedback: "We fix these." }, lead);
    expect(await want("demote")).toMatchObject({
      proposals: [],
      considered: [{ reason: expect.stringContaining("Rejected before on 11") }],
    });
    expect((await want("rewrite")).proposals).toMatchObject([
      { outcome: "created", title: "Rewrite unused code" },
    ]);
  });

  it("leaves what is proposed for other rules of the section in its proposal", async () => {
    const content = SKILL.replace("\n## Naming\n\n", "").replace("## Unused code", "## Rules");
    const setting = await setUp(database, root.path, content);
    const { lead } = setting;
    await evaluate(setting, { rejected: 6 });
    await evaluate(setting, {
      rejected: 6,
      title: "Naming is unclear",
      reason: "It is the word of our trade.",
    });
    await run(contract.proposalDraft, {}, lead);
    const wanted = { rule_category: "naming", intent: "disable" as const };
    const { proposals, considered } = await run(contract.proposalDraft, wanted, lead);
    expect(considered.map(({ rule_category }) => rule_category)).toEqual(["naming"]);
    expect(proposals).toMatchObject([
      { outcome: "updated", title: "Disable naming, add an exception for unused code", hunk_count: 2 },
    ]);
    const { total } = await run(contract.proposalList, { status: ["open"] }, lead);
    expect(total).toBe(1);
  });

  it("takes a rule and an intent together, from who may manage skills", async () => {
    const setting = await setUp(database, root.path);
    await expect(
      run(contract.proposalDraft, { rule_category: "naming" }, setting.lead),
    ).rejects.toMatchObject({ code: "invalid_input", errors: [{ pointer: "/intent" }] });
    const developer = contextOf(database, await setting.organization.person("developer"));
    const asked = run(contract.proposalDraft, { rule_category: "naming", intent: "disable" }, developer);
    await expect(asked).rejects.toMatchObject({ code: "permission_denied" });
  });
});

describe("a skill that moved", () => {
  it("still takes a proposal whose text is there, and keeps the other change", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    setting.write(SKILL.replace("names of one letter", "names of one or two letters"));
    const observed = await run(contract.skillRegister, { repository: setting.repository }, setting.lead);
    expect(observed.skills).toMatchObject([{ outcome: "observed", current_version: 2 }]);
    await run(
      contract.proposalApprove,
      { proposal_id: proposal.id, version: proposal.version },
      setting.lead,
    );
    await workOff(database, setting.organization_id);
    expect(setting.read()).toContain("names of one or two letters");
    expect(setting.read()).toContain(BULLET);
  });

  it("refuses a proposal whose text is gone, until it is drafted again", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    setting.write(
      SKILL.replace("- Flag unused imports, variables and parameters.", "- Flag what is unused."),
    );
    await run(contract.skillRegister, { repository: setting.repository }, setting.lead);
    const detail = await run(contract.proposalGet, { proposal_id: proposal.id }, setting.lead);
    expect(detail).toMatchObject({ conflict: true, proposed_content: null, current_version: 2 });
    expect(detail.hunks[0]?.conflict).toContain("no longer in the section");
    const decision = { proposal_id: proposal.id, version: proposal.version };
    await expect(run(contract.proposalApprove, decision, setting.lead)).rejects.toMatchObject({
      code: "conflict",
    });
    const redrafted = await run(contract.proposalRedraft, decision, setting.lead);
    expect(redrafted).toMatchObject({ id: proposal.id, base_version: 2, version: proposal.version + 1 });
    await run(contract.proposalApprove, { ...decision, version: redrafted.version }, setting.lead);
    await workOff(database, setting.organization_id);
    expect(setting.read()).toContain(`- Flag what is unused.\n${BULLET}\n`);
  });
});

describe("another organization", () => {
  it("sees and decides nothing of it", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const approved = await run(
      contract.proposalApprove,
      { proposal_id: proposal.id, version: proposal.version },
      setting.lead,
    );
    const outsider = contextOf(database, await (await createOrganization(database.db)).person("owner"));
    const skill_id = setting.skill.id;
    const proposal_id = proposal.id;
    const delivery_id = approved.delivery.id;
    const asked = [
      run(contract.skillRegister, { repository: setting.repository }, outsider),
      run(contract.skillDiscover, { repository: setting.repository }, outsider),
      run(contract.skillGet, { skill_id }, outsider),
      run(contract.skillVersionList, { skill_id }, outsider),
      run(contract.skillVersionGet, { skill_id, number: 1 }, outsider),
      run(contract.skillRevert, { skill_id, number: 1 }, outsider),
      run(contract.proposalDraft, { skill_id }, outsider),
      run(contract.proposalGet, { proposal_id }, outsider),
      run(contract.proposalApprove, { proposal_id, version: 1 }, outsider),
      run(contract.proposalReject, { proposal_id, version: 1, feedback: "x" }, outsider),
      run(contract.proposalRedraft, { proposal_id, version: 1 }, outsider),
      run(contract.deliveryGet, { delivery_id }, outsider),
      run(contract.deliveryResolve, { delivery_id, action: "retry" }, outsider),
    ];
    for (const outcome of await Promise.allSettled(asked))
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
    for (const list of [contract.skillList, contract.proposalList, contract.deliveryList])
      expect(await run(list, {}, outsider)).toMatchObject({ items: [], total: 0 });
    expect(await run(contract.skillMarkers, {}, outsider)).toEqual({ items: [] });
  });
});

describe("the queue", () => {
  it("is ordered by evidence, then age, over its pages", async () => {
    const setting = await setUp(database, root.path);
    await evaluate(setting, { rejected: 5, title: "Naming is unclear" });
    await evaluate(setting, { rejected: 7 });
    await run(contract.proposalDraft, {}, setting.lead);
    const first = await run(contract.proposalList, { limit: 1 }, setting.lead);
    expect(first).toMatchObject({ total: 2, items: [{ rule_category: "unused_code", evidence_count: 7 }] });
    const second = await run(
      contract.proposalList,
      { limit: 1, cursor: first.next_cursor ?? "" },
      setting.lead,
    );
    expect(second).toMatchObject({
      next_cursor: null,
      items: [{ rule_category: "naming", evidence_count: 5 }],
    });
  });

  it("lists what was decided by the decision, the latest first, over its pages, also when one is undone", async () => {
    const content = `${SKILL}\n## Tests\n\n- Ask for a test of every fix.\n`;
    const setting = await setUp(database, root.path, content);
    const { lead, skill } = setting;
    const { proposals } = await run(
      contract.proposalUpload,
      {
        skill_id: skill.id,
        content: content.replaceAll("- ", "- Always: "),
        reason: "Say that it is no option.",
      },
      lead,
    );
    expect(proposals).toHaveLength(3);
    const [first, second, third] = proposals.map(({ id }) => id);
    if (!first || !second || !third) throw new Error("three were proposed");
    const reject = async (proposal_id: string, time: string) => {
      const { version } = await run(contract.proposalGet, { proposal_id }, lead);
      const decision = { proposal_id, version, feedback: "No." };
      return run(contract.proposalReject, decision, { ...lead, now: () => new Date(time) });
    };
    const page = (cursor?: string) =>
      run(contract.proposalList, { status: ["approved", "rejected"], limit: 1, cursor }, lead);
    const listed = async () => {
      const ids: (string | undefined)[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { items, next_cursor, total } = await page(cursor);
        expect(total).toBe(3);
        ids.push(items[0]?.id);
        cursor = next_cursor;
      }
      return ids;
    };

    await reject(second, "2026-03-05T10:00:00.000Z");
    const rejected = await reject(third, "2026-03-05T10:00:02.000Z");
    await reject(first, "2026-03-05T10:00:01.000Z");
    expect(await listed()).toEqual([third, first, second]);

    const { next_cursor } = await page();
    const taken = { proposal_id: third, version: rejected.version };
    await run(contract.proposalUndo, taken, { ...lead, now: () => new Date("2026-03-05T10:05:00.000Z") });
    expect((await page(next_cursor ?? "")).items).toMatchObject([{ id: first }]);

    await reject(third, "2026-03-05T10:00:01.000Z");
    expect(await listed()).toEqual([...[first, third].sort().reverse(), second]);
  });

  it("shows an agent that is bound to other repositories nothing", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const elsewhere = await setUp(database, root.path);
    const agent = await setting.organization.agent({ repository_ids: [elsewhere.skill.repository.id] });
    const context = contextOf(database, agent);
    expect(await run(contract.proposalList, {}, context)).toMatchObject({ items: [], total: 0 });
    await expect(run(contract.proposalGet, { proposal_id: proposal.id }, context)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
