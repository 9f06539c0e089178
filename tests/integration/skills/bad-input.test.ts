import { describe, expect, it } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { handleRest } from "@/lib/doors/rest";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import * as reviews from "@/lib/reviews/contract";
import * as contract from "@/lib/skills/contract";
import { contextOf, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { evaluate, propose, SKILL, SKILL_PATH, setUp, workOff } from "./support";

const root = repositoryRoot();
const database = testDatabase();

describe("a skill", () => {
  it("of 1 MB is not registered, and one that grew so is left as it was, each with the reason", async () => {
    const setting = await setUp(database, root.path);
    const { repository, lead, git, skill } = setting;
    const huge = `${SKILL}\n${"- One more rule that nobody reads.\n".repeat(30_000)}`;
    expect(Buffer.byteLength(huge)).toBeGreaterThan(1_000_000);
    const path = ".claude/skills/huge/SKILL.md";
    git.commit({ [path]: huge.replace("name: code-review", "name: huge"), [SKILL_PATH]: huge });
    const { skills, refused } = await run(contract.skillRegister, { repository }, lead);
    expect(skills).toEqual([]);
    expect(refused.map((each) => each.path).sort()).toEqual([SKILL_PATH, path]);
    for (const { reason } of refused) expect(reason).toContain("larger than 64 KB");
    const current = await run(contract.skillGet, { skill_id: skill.id }, lead);
    expect(current).toMatchObject({ current_version: 1, content: SKILL });
  });

  it("with two headings of the same text gets its proposals in another section", async () => {
    const content = SKILL.replace("## Naming", "## Unused code");
    const setting = await setUp(database, root.path, content);
    const skill = await run(contract.skillGet, { skill_id: setting.skill.id }, setting.lead);
    expect(skill.sections.map(({ title, editable }) => [title, editable])).toEqual([
      ["Code review", true],
      ["Unused code", false],
      ["Unused code", false],
    ]);
    const { proposal } = await propose(setting);
    expect(proposal.section).toBe("Code review");
  });

  it("whose only headings say the same is left alone, with the reason", async () => {
    const content = SKILL.replace("# Code review", "## Unused code").replace("## Naming", "## Unused code");
    const setting = await setUp(database, root.path, content);
    await evaluate(setting, { rejected: 6 });
    const drafted = await run(contract.proposalDraft, {}, setting.lead);
    expect(drafted).toMatchObject({
      proposals: [],
      considered: [{ reason: expect.stringContaining("no section with a title of its own") }],
    });
  });

  it("without the section of an open proposal is a conflict, refuses approval, and is drafted again elsewhere", async () => {
    const setting = await setUp(database, root.path);
    const { lead } = setting;
    const { proposal } = await propose(setting);
    setting.write(
      SKILL.replace("## Unused code\n\n- Flag unused imports, variables and parameters.\n\n", ""),
    );
    await run(contract.skillRegister, { repository: setting.repository }, lead);
    const detail = await run(contract.proposalGet, { proposal_id: proposal.id }, lead);
    expect(detail).toMatchObject({ conflict: true, rebasable: false, proposed_content: null });
    const decision = { proposal_id: proposal.id, version: proposal.version };
    await expect(run(contract.proposalApprove, decision, lead)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("no longer in the skill"),
    });
    const redrafted = await run(contract.proposalRedraft, decision, lead);
    expect(redrafted).toMatchObject({ id: proposal.id, section: expect.not.stringContaining("Unused") });
    await run(contract.proposalApprove, { ...decision, version: redrafted.version }, lead);
    expect(await workOff(database, setting.organization_id)).toBe(1);
    expect(setting.read()).toContain("- Do not flag findings such as");
  });
});

describe("two leads at once", () => {
  it("one approving and one rejecting come to one decision, which is applied once", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const other = contextOf(database, await setting.organization.person("lead"));
    const decision = { proposal_id: proposal.id, version: proposal.version };
    const outcomes = await Promise.allSettled([
      run(contract.proposalApprove, decision, setting.lead),
      run(contract.proposalReject, { ...decision, feedback: "No." }, other),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "conflict" },
    });
    const after = await run(contract.proposalGet, { proposal_id: proposal.id }, setting.lead);
    const versions = await run(contract.skillVersionList, { skill_id: setting.skill.id }, setting.lead);
    const addressed = await run(reviews.findingList, { addressed: true }, setting.lead);
    const approved = after.status === "approved";
    expect([versions.total, addressed.total]).toEqual(approved ? [2, 6] : [1, 0]);
    expect(await workOff(database, setting.organization_id)).toBe(approved ? 1 : 0);
  });
});

describe("an evaluation", () => {
  it("of 5,000 items is refused at its list, quickly, and keeps nothing", async () => {
    const { lead } = await setUp(database, root.path);
    const items = Array.from({ length: 5_000 }, (_, number) => ({ number, title: `Finding ${number}` }));
    const asked = run(
      reviews.reviewEvaluate,
      { workflow_id: "pr-1", summary: "Reviewed", items_rejected: items },
      lead,
    );
    await expect(asked).rejects.toMatchObject({
      code: "invalid_input",
      errors: [
        { pointer: "/items_rejected", detail: expect.stringContaining("send the rest as another round") },
      ],
    });
    expect((await run(reviews.reviewList, {}, lead)).total).toBe(0);
  });
});

describe("the raw text of a skill", () => {
  it("has an ETag, is not sent again to who has it, and has another one after a new version", async () => {
    const setting = await setUp(database, root.path);
    const owner = contextOf(database, await setting.organization.person("owner"));
    const input = { name: "cli", agent: "cli", permissions: [...PERMISSIONS] };
    const { key } = await run(agentKeyCreate, input, owner);
    const get = (headers: Record<string, string> = {}) =>
      handleRest(
        new Request(`http://localhost/api/v1/skills/${setting.skill.id}/raw`, {
          headers: { authorization: `Bearer ${key}`, ...headers },
        }),
        partsOf(database),
      );
    const first = await get();
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(await first.text()).toBe(SKILL);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await get({ "if-none-match": known });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    }
    const { proposal } = await propose(setting);
    const decision = { proposal_id: proposal.id, version: proposal.version };
    await run(contract.proposalApprove, decision, setting.lead);
    const changed = await get({ "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
    expect(await changed.text()).toContain("- Do not flag findings such as");
  });
});
