import { describe, expect, it } from "vitest";
import * as contract from "@/lib/skills/contract";
import { run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { sessionBeside } from "../../support/row-locks";
import { interrupted } from "../memories/support";
import { evaluate, propose, type Setting, setUp, workOff } from "./support";

/** What others do to a skill while it is read, drafted for or decided on. */

const root = repositoryRoot();
const database = testDatabase();

const approve = ({ lead }: Setting, { id, version }: { id: string; version: number }) =>
  run(contract.proposalApprove, { proposal_id: id, version }, lead);

const register = ({ repository, lead }: Setting, context = lead) =>
  run(contract.skillRegister, { repository }, context);

describe("a skill that is registered again", () => {
  it("while a version of it is approved and delivered keeps the version", async () => {
    const setting = await setUp(database, root.path);
    const { proposal } = await propose(setting);
    const db = interrupted(database.db, async () => {
      await approve(setting, proposal);
      await workOff(database, setting.organization_id);
    });
    const { skills } = await register(setting, { ...setting.lead, db });
    expect(skills).toMatchObject([{ outcome: "unchanged", current_version: 2 }]);
    expect(setting.read()).toContain("Do not flag");
  });

  it.skipIf(!process.env.DATABASE_URL)(
    "as a proposal of it is approved has the version delivered",
    async () => {
      const setting = await setUp(database, root.path);
      const { proposal } = await propose(setting);
      const other = await sessionBeside(database);
      await other.query("select 1 from proposal where id = $1 for update", [proposal.id]);
      const approving = approve(setting, proposal);
      await other.untilWaiting(1);
      const registering = register(setting);
      await other.untilWaiting(2);
      await other.release();
      await Promise.all([approving, registering]);
      await workOff(database, setting.organization_id);
      const skill = await run(contract.skillGet, { skill_id: setting.skill.id }, setting.lead);
      expect(skill.deliveries).toMatchObject([{ status: "delivered", version_number: 2 }]);
      expect(setting.read()).toContain("Do not flag");
    },
  );
});

describe("a draft under way", () => {
  it("does not propose again what is rejected meanwhile", async () => {
    const setting = await setUp(database, root.path);
    await evaluate(setting, { rejected: 6 });
    const db = interrupted(database.db, async () => {
      const { proposals } = await run(contract.proposalDraft, {}, setting.lead);
      for (const { id, version } of proposals)
        await run(
          contract.proposalReject,
          { proposal_id: id, version, feedback: "Flag these." },
          setting.lead,
        );
    });
    await expect(run(contract.proposalDraft, {}, { ...setting.lead, db })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("draft again"),
    });
    expect((await run(contract.proposalDraft, {}, setting.lead)).proposals).toEqual([]);
    expect((await run(contract.proposalList, { status: ["open"] }, setting.lead)).total).toBe(0);
  });
});
