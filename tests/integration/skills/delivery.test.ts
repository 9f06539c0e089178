import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { repositoryAdd } from "@/lib/citations/contract";
import { startWorker } from "@/lib/jobs";
import { newId } from "@/lib/kernel/ids";
import { jobNamed } from "@/lib/registry";
import * as contract from "@/lib/skills/contract";
import { run, runJob, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { evaluate, propose, type Setting, SKILL, setUp, workOff } from "./support";

const root = repositoryRoot();
const database = testDatabase();

/** Approves a proposal without delivering it. */
async function approve(setting: Setting) {
  const { proposal } = await propose(setting);
  return run(contract.proposalApprove, { proposal_id: proposal.id, version: proposal.version }, setting.lead);
}

const deliver = (setting: Setting) => workOff(database, setting.organization_id);
const get = (setting: Setting, delivery_id: string) =>
  run(contract.deliveryGet, { delivery_id }, setting.lead);

describe("a delivery", () => {
  it("is made by the worker, without being asked", async () => {
    const setting = await setUp(database, root.path);
    const { delivery } = await approve(setting);
    const parts = partsOf(database);
    const deliverJob = [jobNamed("skill_deliver")];
    const worker = await startWorker(database.connection_string, deliverJob, parts, { poll_seconds: 0.5 });
    try {
      await vi.waitFor(async () => expect((await get(setting, delivery.id)).status).toBe("delivered"), {
        timeout: 20_000,
        interval: 100,
      });
    } finally {
      await worker.stop();
    }
    expect(setting.read()).toContain("The framework requires this parameter");
  });

  it("made twice leaves the same file, also when the first time was cut off after writing", async () => {
    const setting = await setUp(database, root.path);
    const { delivery } = await approve(setting);
    await deliver(setting);
    const text = setting.read();
    await database.db.delivery.updateMany({
      where: { organization_id: setting.organization_id, id: delivery.id },
      data: { status: "pending", finished_at: null },
    });
    const data = { organization_id: setting.organization_id, delivery_id: delivery.id };
    await runJob(database, "skill_deliver", data);
    await runJob(database, "skill_deliver", data);
    expect(setting.read()).toBe(text);
    expect(await get(setting, delivery.id)).toMatchObject({ status: "delivered", attempts: 2, error: null });
  });

  it("that meets a changed file writes nothing, shows the conflict, and merges when asked", async () => {
    const setting = await setUp(database, root.path);
    const { delivery } = await approve(setting);
    const changed = SKILL.replace("names of one letter", "names of one or two letters");
    setting.write(changed);
    await deliver(setting);
    expect(setting.read()).toBe(changed);
    const detail = await get(setting, delivery.id);
    expect(detail).toMatchObject({
      status: "conflict",
      file_content: changed,
      merge: { clean: true, conflicts: [] },
    });
    expect(detail.found_sha256).not.toBeNull();
    const list = await run(contract.deliveryList, { status: ["conflict"] }, setting.lead);
    expect(list).toMatchObject({ total: 1, items: [{ id: delivery.id }] });

    const merged = await run(
      contract.deliveryResolve,
      { delivery_id: delivery.id, action: "merge" },
      setting.lead,
    );
    expect(merged).toMatchObject({
      delivery: { status: "superseded" },
      skill_version: { number: 3, origin: "merged" },
      next_delivery: { status: "pending" },
    });
    await deliver(setting);
    expect(setting.read()).toBe(detail.merge?.content);
    expect(setting.read()).toContain("names of one or two letters");
    expect(setting.read()).toContain("The framework requires this parameter");
    await expect(
      run(contract.deliveryResolve, { delivery_id: delivery.id, action: "merge" }, setting.lead),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("whose file changed at the same lines is not merged, and the file can be kept", async () => {
    const setting = await setUp(database, root.path);
    const { delivery } = await approve(setting);
    const changed = SKILL.replace("variables and parameters.", "and variables.");
    setting.write(changed);
    await deliver(setting);
    const detail = await get(setting, delivery.id);
    expect(detail.merge).toMatchObject({ clean: false, content: null, conflicts: [{ line: 12 }] });
    const resolve = (action: "merge" | "keep_file") =>
      run(contract.deliveryResolve, { delivery_id: delivery.id, action }, setting.lead);
    await expect(resolve("merge")).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("line 12"),
    });
    expect(await resolve("keep_file")).toMatchObject({
      delivery: { status: "superseded" },
      skill_version: { number: 3, origin: "observed" },
      next_delivery: null,
    });
    expect(setting.read()).toBe(changed);
    const skill = await run(contract.skillGet, { skill_id: setting.skill.id }, setting.lead);
    expect(skill).toMatchObject({ content: changed, current_version: 3 });
  });

  it("that failed is tried again when asked, once the file is back", async () => {
    const setting = await setUp(database, root.path);
    const { delivery } = await approve(setting);
    rmSync(setting.file);
    await deliver(setting);
    expect(await get(setting, delivery.id)).toMatchObject({
      status: "conflict",
      found_sha256: null,
      error: expect.stringContaining("does not exist"),
    });
    setting.write(SKILL);
    await run(contract.deliveryResolve, { delivery_id: delivery.id, action: "retry" }, setting.lead);
    await deliver(setting);
    expect(setting.read()).toContain("The framework requires this parameter");
  });

  it("shows why the file system refused and is tried again by its job", async () => {
    const setting = await setUp(database, root.path);
    const { delivery } = await approve(setting);
    const folder = dirname(setting.file);
    // A folder in the place of the file that is written beside the skill: writing fails for root, too.
    const blocked = join(folder, `.SKILL.md.${delivery.id}.tmp`);
    execFileSync("mkdir", [blocked]);
    writeFileSync(join(blocked, "x"), "");
    await expect(deliver(setting)).rejects.toMatchObject({ code: "unavailable" });
    expect(await get(setting, delivery.id)).toMatchObject({
      status: "pending",
      attempts: 1,
      error: expect.stringContaining("could not be written"),
    });
    expect(setting.read()).toBe(SKILL);
    rmSync(blocked, { recursive: true });
    await runJob(database, "skill_deliver", {
      organization_id: setting.organization_id,
      delivery_id: delivery.id,
    });
    expect(await get(setting, delivery.id)).toMatchObject({ status: "delivered", attempts: 2, error: null });
    expect(readdirSync(folder)).toEqual(["SKILL.md"]);
  });

  it("never writes through a symbolic link", async () => {
    const setting = await setUp(database, root.path);
    const { delivery } = await approve(setting);
    const elsewhere = join(root.path, `${newId()}.md`);
    writeFileSync(elsewhere, SKILL);
    rmSync(setting.file);
    symlinkSync(elsewhere, setting.file);
    await deliver(setting);
    expect(await get(setting, delivery.id)).toMatchObject({
      status: "conflict",
      error: expect.stringContaining("symbolic link"),
    });
    expect(execFileSync("cat", [elsewhere], { encoding: "utf8" })).toBe(SKILL);
  });
});

describe("versions", () => {
  it("approved one after the other arrive together, the earlier as superseded", async () => {
    const setting = await setUp(database, root.path);
    const first = await approve(setting);
    await evaluate(setting, {
      rejected: 6,
      title: "Naming is unclear",
      reason: "Established abbreviation here",
    });
    const drafted = await run(contract.proposalDraft, {}, setting.lead);
    const proposal_id = drafted.proposals[0]?.id ?? "";
    const second = await run(contract.proposalApprove, { proposal_id, version: 1 }, setting.lead);
    // The later one runs first, as after a failure of the earlier.
    await database.db.$executeRaw`
      delete from pgboss.job where name = 'skill_deliver' and data->>'delivery_id' = ${first.delivery.id}`;
    await deliver(setting);
    expect(await get(setting, second.delivery.id)).toMatchObject({ status: "delivered" });
    expect(await get(setting, first.delivery.id)).toMatchObject({ status: "superseded" });
    expect(setting.read()).toContain("Established abbreviation here");
    expect(setting.read()).toContain("The framework requires this parameter");
  });

  it("are reverted as a new version, which is delivered", async () => {
    const setting = await setUp(database, root.path);
    await approve(setting);
    await deliver(setting);
    const skill_id = setting.skill.id;
    const reverted = await run(contract.skillRevert, { skill_id, number: 1, note: "Too lax" }, setting.lead);
    expect(reverted).toMatchObject({
      skill: { current_version: 3 },
      skill_version: { number: 3, origin: "reverted", note: "Too lax" },
    });
    await deliver(setting);
    expect(setting.read()).toBe(SKILL);
    await expect(run(contract.skillRevert, { skill_id, number: 1 }, setting.lead)).rejects.toMatchObject({
      code: "unprocessable",
    });
    const versions = await run(contract.skillVersionList, { skill_id, limit: 2 }, setting.lead);
    expect(versions).toMatchObject({ total: 3, items: [{ number: 3 }, { number: 2 }] });
    const second = await run(contract.skillVersionGet, { skill_id, number: 2 }, setting.lead);
    expect(second.content).toContain("The framework requires this parameter");
  });
});

describe("registering", () => {
  it("again without a change changes nothing", async () => {
    const setting = await setUp(database, root.path);
    const again = await run(contract.skillRegister, { repository: setting.repository }, setting.lead);
    expect(again.skills).toMatchObject([{ id: setting.skill.id, outcome: "unchanged", current_version: 1 }]);
  });

  it("while a version is on its way does not take the old file for a change", async () => {
    const setting = await setUp(database, root.path);
    await approve(setting);
    const again = await run(contract.skillRegister, { repository: setting.repository }, setting.lead);
    expect(again.skills).toMatchObject([{ outcome: "unchanged", current_version: 2 }]);
    setting.write(`${SKILL}\nMore.\n`);
    const path = setting.skill.path;
    await expect(
      run(contract.skillRegister, { repository: setting.repository, path }, setting.lead),
    ).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("resolve the delivery") });
  });

  it.each([
    ["../SKILL.md", "without . or .."],
    [".git/SKILL.md", ".git"],
    ["README.md", "must end with SKILL.md"],
    [".claude/skills/none/SKILL.md", "does not exist"],
    [".claude/skills/linked/SKILL.md", "symbolic link"],
    [".claude/skills/broken/SKILL.md", "frontmatter"],
  ])("%s is refused at its field: %s", async (path, detail) => {
    const setting = await setUp(database, root.path);
    setting.git.commit({ ".claude/skills/broken/SKILL.md": "# No frontmatter\n" });
    execFileSync("mkdir", [join(setting.git.dir, ".claude/skills/linked")]);
    symlinkSync(setting.file, join(setting.git.dir, ".claude/skills/linked/SKILL.md"));
    const asked = run(contract.skillRegister, { repository: setting.repository, path }, setting.lead);
    await expect(asked).rejects.toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: "/path", detail: expect.stringContaining(detail) }],
    });
  });

  it("finds every skill, and says of each that is no valid one why", async () => {
    const setting = await setUp(database, root.path);
    setting.git.commit({
      ".claude/skills/broken/SKILL.md": "# No frontmatter\n",
      ".agents/skills/deploy/SKILL.md": "---\nname: deploy\ndescription: How to deploy\n---\n\n# Deploy\n",
      "docs/SKILL.md": "not looked for",
    });
    const { repository, lead } = setting;
    const found = await run(contract.skillDiscover, { repository }, lead);
    expect(found.items).toMatchObject([
      { path: ".agents/skills/deploy/SKILL.md", name: "deploy", skill_id: null, problem: null },
      { path: ".claude/skills/broken/SKILL.md", name: null, problem: expect.stringContaining("frontmatter") },
      { path: setting.skill.path, skill_id: setting.skill.id },
    ]);
    const registered = await run(contract.skillRegister, { repository }, lead);
    expect(registered.skills.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["deploy", "registered"],
      ["code-review", "unchanged"],
    ]);
    expect(registered.refused).toMatchObject([{ path: ".claude/skills/broken/SKILL.md" }]);
    const list = await run(contract.skillList, { limit: 1 }, lead);
    expect(list).toMatchObject({ total: 2, items: [{ name: "code-review" }] });
    const next = await run(contract.skillList, { limit: 1, cursor: list.next_cursor ?? "" }, lead);
    expect(next.items).toMatchObject([{ name: "deploy" }]);
  });
});

describe("a repository without a working copy", () => {
  /** A bare repository with the skill in it, registered. */
  async function setUpBare(setting: Setting) {
    const bare = join(root.path, `${newId()}.git`);
    execFileSync("git", ["clone", "--quiet", "--bare", setting.git.dir, bare]);
    const repository = `acme/bare-${newId().slice(-6)}`;
    const { lead } = setting;
    await run(repositoryAdd, { name: repository, source: { kind: "path", path: bare } }, lead);
    const { path } = setting.skill;
    const { skills } = await run(contract.skillRegister, { repository, path }, lead);
    const [skill] = skills;
    if (!skill) throw new Error("not registered");
    const git = (...args: string[]) =>
      execFileSync("git", ["--git-dir", bare, ...args], { encoding: "utf8" });
    return { bare, repository, skill, git, path };
  }
  async function approveIn(setting: Setting, repository: string) {
    await evaluate({ repository, lead: setting.lead }, { rejected: 6 });
    const { proposals } = await run(contract.proposalDraft, { repository }, setting.lead);
    const [proposal] = proposals;
    if (!proposal) throw new Error("nothing was proposed");
    const decision = { proposal_id: proposal.id, version: proposal.version };
    return run(contract.proposalApprove, decision, setting.lead);
  }

  it("gets a commit on a branch of its own, which is delivered once it is merged", async () => {
    const setting = await setUp(database, root.path);
    const { repository, skill, git, path } = await setUpBare(setting);
    expect(skill.delivery_mode).toBe("branch");
    const head = git("rev-parse", "main");
    const approved = await approveIn(setting, repository);
    await deliver(setting);
    const { content } = await run(contract.skillGet, { skill_id: skill.id }, setting.lead);
    const delivery = await get(setting, approved.delivery.id);
    expect(delivery).toMatchObject({ status: "open", mode: "branch", error: null });
    expect(delivery.branch).toMatch(/^memory\/skill-code-review-[0-9a-f]{10}$/);
    expect(git("show", `${delivery.branch}:${path}`)).toBe(content);
    expect(git("rev-parse", `${delivery.branch}^`)).toBe(head);
    expect(git("diff", "--name-only", "main", delivery.branch ?? "").trim()).toBe(path);
    expect(git("rev-parse", "main")).toBe(head);
    // The old text at the head is no news while the new one waits beside it.
    const again = await run(contract.skillRegister, { repository, path }, setting.lead);
    expect(again.skills).toMatchObject([
      { outcome: "unchanged", current_version: 2, delivery_status: "open" },
    ]);
    const delivery_id = delivery.id;
    expect(await run(contract.deliveryFollow, { delivery_id }, setting.lead)).toMatchObject({
      status: "open",
    });
    git("update-ref", "refs/heads/main", delivery.branch ?? "");
    expect(await run(contract.deliveryFollow, { delivery_id }, setting.lead)).toMatchObject({
      status: "delivered",
      followed_at: expect.any(String),
    });
  });

  it("is a conflict when its head moved, with both texts to merge, and its branch is then that of the merge", async () => {
    const setting = await setUp(database, root.path);
    const { repository, bare, git, path } = await setUpBare(setting);
    const approved = await approveIn(setting, repository);
    setting.write(SKILL.replace("one letter", "two letters"));
    setting.git.commit();
    setting.git.git("push", "--quiet", bare, "HEAD:main");
    await deliver(setting);
    expect(await get(setting, approved.delivery.id)).toMatchObject({
      status: "conflict",
      merge: { clean: true },
    });
    const merged = await run(
      contract.deliveryResolve,
      { delivery_id: approved.delivery.id, action: "merge" },
      setting.lead,
    );
    await deliver(setting);
    const next = await get(setting, merged.next_delivery?.id ?? "");
    expect(next.status).toBe("open");
    const text = git("show", `${next.branch}:${path}`);
    expect(text).toContain("two letters");
    expect(text).toContain("Do not flag");
  });

  it("leaves a branch alone that somebody else made, until it is gone", async () => {
    const setting = await setUp(database, root.path);
    const { repository, git } = await setUpBare(setting);
    const approved = await approveIn(setting, repository);
    await deliver(setting);
    const { branch } = await get(setting, approved.delivery.id);
    await database.db.delivery.updateMany({
      where: { organization_id: setting.organization_id, id: approved.delivery.id },
      data: { status: "failed" },
    });
    git("update-ref", `refs/heads/${branch}`, "main");
    const retry = { delivery_id: approved.delivery.id, action: "retry" } as const;
    await run(contract.deliveryResolve, retry, setting.lead);
    await deliver(setting);
    expect(await get(setting, approved.delivery.id)).toMatchObject({
      status: "conflict",
      error: expect.stringContaining("exists and has another text"),
    });
    git("update-ref", "-d", `refs/heads/${branch}`);
    await run(contract.deliveryResolve, retry, setting.lead);
    await deliver(setting);
    expect(await get(setting, approved.delivery.id)).toMatchObject({ status: "open", error: null });
  });
});

describe("a skill delivered on a branch of a working copy", () => {
  it("touches neither the working tree nor the index", async () => {
    const setting = await setUp(database, root.path);
    const skill_id = setting.skill.id;
    await run(contract.skillUpdate, { skill_id, delivery_mode: "branch" }, setting.lead);
    setting.git.git("rm", "--quiet", "--cached", "src/app.py");
    setting.write(`${SKILL}\nnot committed\n`);
    const before = setting.git.git("status", "--porcelain");
    const { proposal } = await propose(setting);
    const decision = { proposal_id: proposal.id, version: proposal.version };
    const approved = await run(contract.proposalApprove, decision, setting.lead);
    await deliver(setting);
    const delivery = await get(setting, approved.delivery.id);
    expect(delivery.status).toBe("open");
    expect(setting.git.git("status", "--porcelain")).toBe(before);
    expect(setting.read()).toBe(`${SKILL}\nnot committed\n`);
    expect(setting.git.git("log", "-1", "--format=%an%n%B", delivery.branch ?? "")).toContain(
      `Approved by ${setting.lead.actor.name}.`,
    );
    expect(setting.git.git("fsck", "--no-dangling")).toBe("");
  });

  it("cannot be chosen where it is not possible", async () => {
    const setting = await setUp(database, root.path);
    await expect(
      run(contract.skillUpdate, { skill_id: setting.skill.id, delivery_mode: "pull_request" }, setting.lead),
    ).rejects.toMatchObject({ code: "invalid_input", errors: [{ pointer: "/delivery_mode" }] });
  });
});

describe("a skill that agents fetch", () => {
  it("is delivered at once, is not set back by its older file, and meets a changed one as a conflict", async () => {
    const setting = await setUp(database, root.path);
    const skill_id = setting.skill.id;
    await run(contract.skillUpdate, { skill_id, delivery_mode: "none" }, setting.lead);
    const { proposal } = await propose(setting);
    const decision = { proposal_id: proposal.id, version: proposal.version };
    const approved = await run(contract.proposalApprove, decision, setting.lead);
    await deliver(setting);
    expect(await get(setting, approved.delivery.id)).toMatchObject({ status: "delivered", mode: "none" });
    expect(setting.read()).toBe(SKILL);
    const register = () => run(contract.skillRegister, { repository: setting.repository }, setting.lead);
    expect((await register()).skills).toMatchObject([{ outcome: "unchanged", current_version: 2 }]);
    setting.write(SKILL.replace("one letter", "two letters"));
    expect((await register()).skills).toMatchObject([{ outcome: "unchanged", delivery_status: "conflict" }]);
    await run(contract.deliveryResolve, { delivery_id: approved.delivery.id, action: "merge" }, setting.lead);
    await deliver(setting);
    const skill = await run(contract.skillGet, { skill_id }, setting.lead);
    expect(skill.content).toContain("two letters");
    expect(skill.content).toContain("Do not flag");
    expect((await register()).skills).toMatchObject([{ outcome: "unchanged", current_version: 3 }]);
  });
});

describe("the weekly draft", () => {
  it("drafts for every organization on its own, and again changes nothing", async () => {
    const setting = await setUp(database, root.path);
    await evaluate(setting, { rejected: 6 });
    expect(jobNamed("proposal_draft").schedule?.data).toEqual({ organization_id: null });
    await runJob(database, "proposal_draft", { organization_id: null });
    const waiting = await database.db.$queryRaw<unknown[]>`
      select 1 from pgboss.job where name = 'proposal_draft' and data->>'organization_id' = ${setting.organization_id}`;
    expect(waiting).toHaveLength(1);
    await runJob(database, "proposal_draft", { organization_id: setting.organization_id });
    await runJob(database, "proposal_draft", { organization_id: setting.organization_id });
    const open = await run(contract.proposalList, { status: ["open"] }, setting.lead);
    expect(open).toMatchObject({ total: 1, items: [{ version: 1, evidence_count: 6 }] });
  });
});
