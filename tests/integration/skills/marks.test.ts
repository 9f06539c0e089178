import { describe, expect, it } from "vitest";
import * as memories from "@/lib/memories/contract";
import * as reviews from "@/lib/reviews/contract";
import * as contract from "@/lib/skills/contract";
import { run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { evaluate, propose, type Setting, SKILL, setUp, workOff } from "./support";

/** The marks "addressed" of findings and memories, as the text of their skill goes forth and back. */

const root = repositoryRoot();
const database = testDatabase();

const NAMES = {
  rejected: 6,
  title: "Name `i` of one letter in a loop",
  reason: "Counters of loops are named by one letter here.",
};

async function approve(setting: Setting, { id, version }: { id: string; version: number }) {
  const approved = await run(contract.proposalApprove, { proposal_id: id, version }, setting.lead);
  await workOff(database, setting.organization_id);
  return approved;
}

/** A skill with an approved version, and what it was made from. */
async function approved(setting: Setting) {
  const { evaluation, proposal } = await propose(setting);
  const made = await approve(setting, proposal);
  const [finding] = evaluation.findings;
  return { ...made, finding_id: finding?.id ?? "", memory_id: finding?.memory_id ?? "" };
}

/** A second approved version, of other evidence. */
async function approvedNext(setting: Setting) {
  const evaluation = await evaluate(setting, NAMES);
  const { proposals } = await run(contract.proposalDraft, {}, setting.lead);
  const proposal = proposals.find(({ section }) => section === "Naming");
  if (!proposal) throw new Error("nothing was proposed for names");
  await approve(setting, proposal);
  return { finding_id: evaluation.findings[0]?.id ?? "", memory_id: evaluation.findings[0]?.memory_id ?? "" };
}

async function marksOf(
  { lead }: Setting,
  { finding_id, memory_id }: { finding_id: string; memory_id: string },
) {
  const finding = await run(reviews.findingGet, { finding_id }, lead);
  const memory = await run(memories.memoryGet, { memory_id }, lead);
  return [finding.addressed_at !== null, memory.addressed_at !== null];
}

const revert = async (setting: Setting, number: number) => {
  await run(contract.skillRevert, { skill_id: setting.skill.id, number }, setting.lead);
  await workOff(database, setting.organization_id);
};

const MARKED = [true, true];
const FREE = [false, false];

describe("reverting a version", () => {
  it("frees its findings and memories, and reverting forward marks them again", async () => {
    const setting = await setUp(database, root.path);
    const evidence = await approved(setting);
    expect(await marksOf(setting, evidence)).toEqual(MARKED);
    await revert(setting, 1);
    expect(await marksOf(setting, evidence)).toEqual(FREE);
    const [event] = (await run(memories.memoryEventList, { memory_id: evidence.memory_id }, setting.lead))
      .items;
    expect(event).toMatchObject({
      type: "unaddressed",
      reason: "code-review was reverted to the text of version 1",
    });
    expect((await run(contract.proposalDraft, {}, setting.lead)).proposals).toHaveLength(1);
    await revert(setting, 2);
    expect(await marksOf(setting, evidence)).toEqual(MARKED);
    const finding = await run(reviews.findingGet, { finding_id: evidence.finding_id }, setting.lead);
    expect(finding.addressed_by_version).toBe(evidence.skill_version.id);
  });

  it("keeps what the older text has, and the rules of a version that is reverted on its page", async () => {
    const setting = await setUp(database, root.path);
    const first = await approved(setting);
    const second = await approvedNext(setting);
    await revert(setting, 2);
    expect(await marksOf(setting, first)).toEqual(MARKED);
    expect(await marksOf(setting, second)).toEqual(FREE);
    await revert(setting, 1);
    expect(await marksOf(setting, first)).toEqual(FREE);
    const { items } = await run(contract.skillMarkers, { repository: setting.repository }, setting.lead);
    expect(items.map(({ rule_categories }) => rule_categories.length)).toEqual([1, 1]);
    await revert(setting, 3);
    expect(await marksOf(setting, first)).toEqual(MARKED);
    expect(await marksOf(setting, second)).toEqual(MARKED);
  });

  it("leaves the marks that people set", async () => {
    const setting = await setUp(database, root.path);
    const { evaluation, proposal } = await propose(setting);
    const memory_id = evaluation.findings[0]?.memory_id ?? "";
    const finding_id = evaluation.findings[0]?.id ?? "";
    await run(memories.memoryMarkAddressed, { ids: [memory_id], addressed: true }, setting.lead);
    await approve(setting, proposal);
    await revert(setting, 1);
    expect(await marksOf(setting, { finding_id, memory_id })).toEqual([false, true]);
    await revert(setting, 2);
    await run(memories.memoryMarkAddressed, { ids: [memory_id], addressed: false }, setting.lead);
    await run(memories.memoryMarkAddressed, { ids: [memory_id], addressed: true }, setting.lead);
    await revert(setting, 1);
    expect(await marksOf(setting, { finding_id, memory_id })).toEqual([false, true]);
  });

  it("of a version whose approval was undone marks its evidence", async () => {
    const setting = await setUp(database, root.path);
    const { proposal, ...evidence } = await approved(setting);
    const undoing = { proposal_id: proposal.id, version: proposal.version };
    await run(contract.proposalUndo, undoing, setting.lead);
    expect(await marksOf(setting, evidence)).toEqual(FREE);
    await revert(setting, 2);
    expect(await marksOf(setting, evidence)).toEqual(MARKED);
  });
});

describe("undoing an approval", () => {
  it("leaves the mark that a memory had before it", async () => {
    const setting = await setUp(database, root.path);
    const { evaluation, proposal } = await propose(setting);
    const memory_id = evaluation.findings[0]?.memory_id ?? "";
    await run(memories.memoryMarkAddressed, { ids: [memory_id], addressed: true }, setting.lead);
    const { proposal: decided } = await approve(setting, proposal);
    await run(contract.proposalUndo, { proposal_id: proposal.id, version: decided.version }, setting.lead);
    expect((await run(memories.memoryGet, { memory_id }, setting.lead)).addressed_at).not.toBeNull();
  });

  it("frees the memories of an approval from before its version was written into their events", async () => {
    const setting = await setUp(database, root.path);
    const { proposal, ...evidence } = await approved(setting);
    await database.db.memory_event.updateMany({
      where: { organization_id: setting.organization_id, type: "addressed" },
      data: { detail: {} },
    });
    await run(contract.proposalUndo, { proposal_id: proposal.id, version: proposal.version }, setting.lead);
    expect(await marksOf(setting, evidence)).toEqual(FREE);
  });
});

describe("a changed file", () => {
  it("that is kept frees what the version was made from that never reached it", async () => {
    const setting = await setUp(database, root.path);
    const first = await approved(setting);
    setting.write(setting.read().replace("one letter", "two letters"));
    const second = await approvedNext(setting);
    const { items } = await run(
      contract.deliveryList,
      { skill_id: setting.skill.id, status: ["conflict"] },
      setting.lead,
    );
    await run(
      contract.deliveryResolve,
      { delivery_id: items[0]?.id ?? "", action: "keep_file" },
      setting.lead,
    );
    expect(await marksOf(setting, first)).toEqual(MARKED);
    expect(await marksOf(setting, second)).toEqual(FREE);
    await revert(setting, 3);
    expect(await marksOf(setting, second)).toEqual(MARKED);
  });

  it("that is kept, and has the version's text, has it delivered", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    setting.write(SKILL.replace("one letter", "two letters"));
    const made = await approve(setting, proposal);
    setting.write((await run(contract.skillGet, { skill_id: setting.skill.id }, setting.lead)).content);
    const resolving = { delivery_id: made.delivery.id, action: "keep_file" as const };
    const resolved = await run(contract.deliveryResolve, resolving, setting.lead);
    expect(resolved).toMatchObject({ delivery: { status: "delivered" }, skill_version: null });
  });

  it("that has an older text again frees what was made from later ones", async () => {
    const setting = await setUp(database, root.path);
    const evidence = await approved(setting);
    setting.write(SKILL);
    await run(contract.skillRegister, { repository: setting.repository }, setting.lead);
    expect(await marksOf(setting, evidence)).toEqual(FREE);
  });
});
