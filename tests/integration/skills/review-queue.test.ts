import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { findingList } from "@/lib/reviews/contract";
import * as contract from "@/lib/skills/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { daysAgo, evaluate, propose, type Setting, SKILL, setUp, storeEvaluation, workOff } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const approve = (setting: Setting, proposal: { id: string; version: number }) =>
  run(contract.proposalApprove, { proposal_id: proposal.id, version: proposal.version }, setting.lead);
const detailOf = (setting: Setting, id: string) =>
  run(contract.proposalGet, { proposal_id: id }, setting.lead);
const bullet = (setting: Setting) =>
  setting
    .read()
    .split("\n")
    .find((line) => line.startsWith("- Do not flag"));

describe("a skill that moved", () => {
  it("takes a proposal over to a section that got another title, by rebase, and nothing is overwritten", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    setting.write(SKILL.replace("## Unused code", "## Dead code").replace("one letter", "two letters"));
    await run(contract.skillRegister, { repository: setting.repository }, setting.lead);
    const detail = await detailOf(setting, proposal.id);
    expect(detail).toMatchObject({ conflict: true, rebasable: true, hunks: [{ three_way: null }] });
    const decision = { proposal_id: proposal.id, version: proposal.version };
    const rebased = await run(contract.proposalRebase, decision, setting.lead);
    expect(rebased).toMatchObject({ section: "Dead code", base_version: 2, version: proposal.version + 1 });
    await approve(setting, rebased);
    await workOff(database, setting.organization_id);
    expect(setting.read()).toContain("two letters");
    expect(bullet(setting)).toBeDefined();
    await expect(run(contract.proposalRebase, decision, setting.lead)).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("shows the three texts where both changed a line, and refuses to rebase", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    setting.write(SKILL.replace("- Flag unused imports, variables and parameters.\n", ""));
    await run(contract.skillRegister, { repository: setting.repository }, setting.lead);
    const detail = await detailOf(setting, proposal.id);
    expect(detail).toMatchObject({ conflict: true, rebasable: false });
    expect(detail.hunks[0]?.three_way).toMatchObject({
      reason: expect.any(String),
      region: {
        base: expect.stringContaining("Flag unused imports"),
        version: expect.stringContaining("Do not flag"),
      },
    });
    await expect(
      run(contract.proposalRebase, { proposal_id: proposal.id, version: proposal.version }, setting.lead),
    ).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("Draft it again") });
  });
});

describe("a decision undone", () => {
  it("gives the file its text again as a new version, opens the proposal, and frees its evidence", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const approved = await approve(setting, proposal);
    await workOff(database, setting.organization_id);
    expect(setting.read()).not.toBe(SKILL);
    expect((await detailOf(setting, proposal.id)).undo_until).not.toBeNull();
    const undone = await run(
      contract.proposalUndo,
      { proposal_id: proposal.id, version: approved.proposal.version },
      setting.lead,
    );
    expect(undone).toMatchObject({
      proposal: { status: "open", applied_version: null, decided_by: null, feedback: null },
      skill_version: { number: 3, origin: "reverted" },
    });
    await workOff(database, setting.organization_id);
    expect(setting.read()).toBe(SKILL);
    expect((await run(findingList, { addressed: true }, setting.lead)).total).toBe(0);
    const addressed = await database.db.memory.count({
      where: { organization_id: setting.organization_id, addressed_at: { not: null } },
    });
    expect(addressed).toBe(0);
    const again = await approve(setting, undone.proposal);
    expect(again.findings_addressed).toBe(6);
  });

  it("before it was delivered leaves the file as it is", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const approved = await approve(setting, proposal);
    await run(
      contract.proposalUndo,
      { proposal_id: proposal.id, version: approved.proposal.version },
      setting.lead,
    );
    await workOff(database, setting.organization_id);
    await workOff(database, setting.organization_id);
    expect(setting.read()).toBe(SKILL);
    const { items } = await run(contract.deliveryList, { skill_id: setting.skill.id }, setting.lead);
    expect(items.map(({ status }) => status).sort()).toEqual(["delivered", "superseded"]);
  });

  it("lets rejected evidence propose again", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const decision = { proposal_id: proposal.id, version: proposal.version, feedback: "No." };
    const rejected = await run(contract.proposalReject, decision, setting.lead);
    const { proposal: open } = await run(
      contract.proposalUndo,
      { proposal_id: proposal.id, version: rejected.version },
      setting.lead,
    );
    expect(open).toMatchObject({ status: "open", feedback: null });
    expect((await detailOf(setting, proposal.id)).hunks).toMatchObject([{ decision: "open" }]);
  });

  it("is refused later than half an hour, after a later version, twice at once, and to who may not decide", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const approved = await approve(setting, proposal);
    const decision = { proposal_id: proposal.id, version: approved.proposal.version };
    const late = { ...setting.lead, now: () => new Date(Date.now() + 31 * 60_000) };
    await expect(run(contract.proposalUndo, decision, late)).rejects.toMatchObject({ code: "conflict" });
    const developer = contextOf(database, await setting.organization.person("developer"));
    await expect(run(contract.proposalUndo, decision, developer)).rejects.toMatchObject({
      code: "permission_denied",
    });
    const outcomes = await Promise.allSettled([
      run(contract.proposalUndo, decision, setting.lead),
      run(contract.proposalUndo, decision, setting.lead),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { total } = await run(contract.skillVersionList, { skill_id: setting.skill.id }, setting.lead);
    expect(total).toBe(3);
  });
});

describe("who looks at a proposal", () => {
  it("is a member, can be asked for, and does not stand in the way of a decision", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const person_id = setting.lead.actor.id;
    const assigned = await run(
      contract.proposalAssign,
      { proposal_id: proposal.id, person_id },
      setting.lead,
    );
    expect(assigned).toMatchObject({ assignee: { id: person_id }, version: proposal.version });
    expect((await run(contract.proposalList, { assignee: "me" }, setting.lead)).total).toBe(1);
    expect((await run(contract.proposalList, { assignee: "nobody" }, setting.lead)).total).toBe(0);
    const outsider = await (await createOrganization(database.db)).person("lead");
    await expect(
      run(contract.proposalAssign, { proposal_id: proposal.id, person_id: outsider.id }, setting.lead),
    ).rejects.toMatchObject({ code: "invalid_input" });
    await run(contract.proposalAssign, { proposal_id: proposal.id, person_id: null }, setting.lead);
    expect((await run(contract.proposalList, { assignee: "me" }, setting.lead)).total).toBe(0);
    await approve(setting, proposal);
  });

  it("reads what others said about it and its hunks, also after it was drafted again", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const [hunk] = (await detailOf(setting, proposal.id)).hunks;
    const developer = contextOf(database, await setting.organization.person("developer"));
    await run(
      contract.proposalComment,
      { proposal_id: proposal.id, hunk_id: hunk?.id, body: "Not for **public** handlers." },
      developer,
    );
    await evaluate(setting, { rejected: 2 });
    await run(contract.proposalDraft, {}, setting.lead);
    const detail = await detailOf(setting, proposal.id);
    expect(detail.comments).toMatchObject([
      { hunk_id: hunk?.id, body: "Not for **public** handlers.", author: { name: developer.actor.name } },
    ]);
    expect(detail.hunks.map(({ id }) => id)).toEqual([hunk?.id]);
    await expect(
      run(contract.proposalComment, { proposal_id: proposal.id, hunk_id: newId(), body: "x" }, developer),
    ).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("evidence", () => {
  it("is shown with the code as it was when it was found", async () => {
    const setting = await setUp(database, root.path);
    const commitAt = (date: string, text: string) => {
      setting.git.commit({ "src/handlers/h0.py": text });
      setting.git.git("commit", "--amend", "--no-edit", "--quiet", `--date=${date}`);
    };
    commitAt("2026-01-01T00:00:00Z", "def handle(request):\n    return 1\n");
    commitAt("2026-09-01T00:00:00Z", "rewritten = True\n");
    const { findings } = await evaluate(setting, { rejected: 1 });
    const finding_id = findings[0]?.id ?? "";
    expect(await run(contract.evidenceCode, { finding_id }, setting.lead)).toMatchObject({
      snippet: {
        path: "src/handlers/h0.py",
        first_line: 1,
        line: 1,
        text: "def handle(request):\n    return 1\n",
      },
      problem: null,
    });
    const gone = await evaluate(setting, { rejected: 2 });
    expect(
      await run(contract.evidenceCode, { finding_id: gone.findings[1]?.id ?? "" }, setting.lead),
    ).toMatchObject({ snippet: null, problem: expect.stringContaining("was not there") });
  });
});

describe("the predicted effect", () => {
  it("orders the queue and counts what matches of the last 30 days, and its price", async () => {
    const setting = await setUp(database, root.path);
    const item = (number: number, title: string, file_path: string) => ({
      number,
      title,
      file_path,
      line: 1,
    });
    const unused = "Unused parameter `request` in handler";
    await storeEvaluation(setting, {
      reviewed_at: daysAgo(1),
      items_rejected: [
        ...[1, 2, 3, 4, 5].map((n) => ({
          ...item(n, unused, `src/handlers/a${n}.py`),
          reason: "Required by it.",
        })),
        { ...item(6, "Naming of x", "src/other.py"), reason: "Fine." },
      ],
      items_to_implement: [item(7, unused, "src/handlers/z.py"), item(8, unused, "lib/z.py")],
    });
    const { proposals } = await run(contract.proposalDraft, {}, setting.lead);
    expect(proposals[0]?.predicted).toMatchObject({
      spared: 5,
      rejected: 6,
      touched: 1,
      implemented: 2,
      days: 30,
    });
    // Five of the six that it would hide are false alarms: at least 44 % with 95 % confidence.
    expect(proposals[0]?.confidence).toBeCloseTo(0.436, 3);
    const [hunk] = (await detailOf(setting, proposals[0]?.id ?? "")).hunks;
    expect(hunk).toMatchObject({ spared: 5, touched: 1 });
  });
});

describe("whether a version helped", () => {
  /** Findings of the rule on one day. */
  const found = (setting: Setting, days: number, rejected: number, implemented: number) => {
    const item = (number: number) => ({
      number,
      title: "Unused variable",
      file_path: "src/handlers/a.py",
      line: 1,
    });
    return storeEvaluation(setting, {
      reviewed_at: daysAgo(days),
      items_rejected: Array.from({ length: rejected }, (_, n) => ({
        ...item(n),
        reason: "Kept for plugins.",
      })),
      items_to_implement: Array.from({ length: implemented }, (_, n) => item(rejected + n)),
    });
  };
  const later = (setting: Setting, days: number) => ({
    ...setting.lead,
    now: () => new Date(Date.now() + days * 86_400_000),
  });

  it.each([
    [20, 5, 1, 24, "improved", null],
    [8, 20, 24, 2, "worse", 1],
    [12, 12, 0, 3, "no_evidence", null],
  ])(
    "is judged by rates before and after: %i and %i, then %i and %i is %s",
    async (rejected, implemented, rejected_after, implemented_after, verdict, revert_to) => {
      const setting = await setUp(database, root.path);
      await found(setting, 5, rejected, implemented);
      const drafted = await run(contract.proposalDraft, {}, setting.lead);
      const proposal = drafted.proposals[0] ?? (await propose(setting, 6)).proposal;
      await approve(setting, proposal);
      await workOff(database, setting.organization_id);
      const after = { ...later(setting, 0), now: () => new Date() };
      await found({ ...setting, lead: after }, 0, rejected_after, implemented_after);
      const { items, least_sample } = await run(
        contract.skillEffects,
        { skill_id: setting.skill.id },
        later(setting, 1),
      );
      expect(least_sample).toBe(10);
      expect(items).toMatchObject([
        {
          skill_version: { number: 2 },
          rule_categories: ["unused_code"],
          delivered: true,
          after: { rejected: rejected_after, flagged: rejected_after + implemented_after },
          verdict,
          suggests_revert_to: revert_to,
        },
      ]);
      expect(items[0]?.before.flagged).toBeGreaterThanOrEqual(rejected + implemented);
    },
  );

  it("is also judged for the organization against its targets, and denied when they are not met", async () => {
    const setting = await setUp(database, root.path);
    await found(setting, 20, 9, 0);
    await found(setting, 3, 8, 12);
    const { proposals } = await run(contract.proposalDraft, {}, setting.lead);
    if (!proposals[0]) throw new Error("nothing was proposed");
    await approve(setting, proposals[0]);
    await workOff(database, setting.organization_id);
    await found({ ...setting, lead: { ...setting.lead, now: () => new Date() } }, 0, 8, 12);
    const targets = await run(contract.skillTargets, {}, later(setting, 1));
    expect(targets).toMatchObject({
      false_positives: {
        verdict: "not_met",
        version: { skill: "code-review", number: 2 },
        before: { flagged: 20, rejected: 8 },
        after: { flagged: 20 },
      },
      adoption: { verdict: "no_evidence", decided: 1 },
    });
    const other = await setUp(database, root.path);
    expect(await run(contract.skillTargets, {}, other.lead)).toMatchObject({
      false_positives: { verdict: "no_evidence", version: null, before: null },
    });
  });
});
