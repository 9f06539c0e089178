import { describe, expect, it } from "vitest";
import * as skills from "@/lib/skills/contract";
import { run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { sessionBeside } from "../../support/row-locks";
import { propose, setUp, workOff } from "./support";

const root = repositoryRoot();
const database = testDatabase();

describe.runIf(process.env.DATABASE_URL)("a skill under two hands", () => {
  it("is delivered when it is registered again while a proposal of it is approved", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const { id: proposal_id, version } = proposal;
    const beside = await sessionBeside(database);
    await beside.query("select 1 from proposal where id = $1 for update", [proposal_id]);
    const approving = run(skills.proposalApprove, { proposal_id, version }, setting.lead);
    await beside.untilWaiting(1);
    const registering = run(skills.skillRegister, { repository: setting.repository }, setting.lead);
    await beside.untilWaiting(2);
    await beside.release();
    await Promise.all([approving, registering]);
    await workOff(database, setting.organization_id);
    expect(setting.read()).toContain("Do not flag");
    const skill = await run(skills.skillGet, { skill_id: setting.skill.id }, setting.lead);
    expect(skill).toMatchObject({
      current_version: 2,
      deliveries: [{ status: "delivered", version_number: 2 }],
    });
  });
});
