import { createHmac } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { repositoryAdd } from "@/lib/citations/contract";
import { handleGithubWebhook } from "@/lib/doors/webhooks";
import { applySettings } from "@/lib/env";
import { newId } from "@/lib/kernel/ids";
import * as contract from "@/lib/skills/contract";
import { CONNECTION_SETTINGS, connectGithub } from "../../support/connections";
import { contextOf, createOrganization, run, runJob, testDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";
import { GithubServer } from "../../support/github";
import { allowPullRequests } from "../../support/github-pulls";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { interrupted } from "../memories/support";
import { evaluate, SKILL, SKILL_PATH, workOff } from "./support";

/** Delivery by pull request, against a loopback server of GitHub's API over a real git repository. */

const root = repositoryRoot();
applySettings(CONNECTION_SETTINGS);
const database = testDatabase();
let server: GithubServer;
let github: ReturnType<typeof allowPullRequests>;
beforeAll(async () => {
  server = await GithubServer.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.interfere = () => null;
  github = allowPullRequests(server);
});

const SECRET = "it is a secret to everybody";

/** A skill of a repository at GitHub, with an approved proposal on its way. */
async function setUp() {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const git = new GitRepository(join(root.path, newId()));
  git.commit({ [SKILL_PATH]: SKILL, "src/app.py": "print(1)\n" });
  const name = `acme/shop-${newId().slice(-6)}`;
  server.add(name, git.dir);
  const lead = contextOf(database, await organization.person("lead"));
  const connection = await connectGithub(server, lead, { webhook_secret: SECRET });
  const source = { kind: "github", connection_id: connection.id, repository: name } as const;
  await run(repositoryAdd, { name, source }, lead);
  const { skills } = await run(contract.skillRegister, { repository: name }, lead);
  const skill_id = skills[0]?.id ?? "";
  expect(skills[0]?.delivery_mode).toBe("pull_request");
  const approve = async () => {
    await evaluate(
      { repository: name, lead },
      { rejected: 6, reason: `Reason ${newId()} of the framework.` },
    );
    const { proposals } = await run(contract.proposalDraft, { repository: name }, lead);
    const [proposal] = proposals;
    if (!proposal) throw new Error("nothing was proposed");
    const approved = await run(
      contract.proposalApprove,
      { proposal_id: proposal.id, version: proposal.version },
      lead,
    );
    return approved.delivery.id;
  };
  const get = (delivery_id: string) => run(contract.deliveryGet, { delivery_id }, lead);
  const deliver = () => workOff(database, organization_id).catch(() => undefined);
  const closeReplaced = () => workOff(database, organization_id, "pull_request_close");
  const follow = (delivery_id: string) => run(contract.deliveryFollow, { delivery_id }, lead);
  /** Tells Casebook an event as GitHub does, and works off what that woke. */
  const hear = async (action: string, number: number, full_name = name) => {
    const body = JSON.stringify({ action, number, repository: { full_name }, sent: newId() });
    const response = await handleGithubWebhook(
      new Request(`http://localhost/api/webhooks/github?connection=${connection.id}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-github-event": "pull_request",
          "x-github-delivery": newId(),
          "x-hub-signature-256": `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`,
        },
        body,
      }),
      partsOf(database),
    );
    const { result }: { result?: string } = await response.json();
    return { result, jobs: await workOff(database, organization_id, "delivery_follow") };
  };
  return { git, lead, skill_id, approve, get, deliver, closeReplaced, follow, hear, organization_id };
}

it("proposes a version on a branch of its own, and is delivered when the pull request is merged", async () => {
  const { git, approve, get, deliver, follow, lead, skill_id } = await setUp();
  const id = await approve();
  await deliver();
  const open = await get(id);
  expect(open).toMatchObject({
    status: "open",
    pull_request: 1,
    url: expect.stringContaining("/pull/1"),
    error: null,
  });
  expect(open.branch).toMatch(/^memory\/skill-code-review-[0-9a-f]{10}$/);
  const { content } = await run(contract.skillGet, { skill_id }, lead);
  expect(git.git("show", `${open.branch}:${SKILL_PATH}`)).toBe(content.trim());
  expect(git.git("diff", "--name-only", "main", open.branch ?? "")).toBe(SKILL_PATH);
  const [pull] = github.pulls;
  expect(pull).toMatchObject({ base: "main", title: "Update the skill code-review to version 2" });
  expect(pull?.body).toContain(`Approved by ${lead.actor.name}.`);
  expect(await follow(id)).toMatchObject({ status: "open" });
  if (pull) github.merge(git.dir, pull);
  expect(await follow(id)).toMatchObject({ status: "delivered" });
});

it("shows that a pull request was closed, and opens it again when somebody tries again", async () => {
  const { approve, get, deliver, follow, lead } = await setUp();
  const id = await approve();
  await deliver();
  const [pull] = github.pulls;
  if (pull) pull.state = "closed";
  expect(await follow(id)).toMatchObject({
    status: "closed",
    error: expect.stringContaining("without merging"),
  });
  await run(contract.deliveryResolve, { delivery_id: id, action: "retry" }, lead);
  await deliver();
  expect(await get(id)).toMatchObject({ status: "open", pull_request: 1 });
  expect(pull?.state).toBe("open");
  expect(github.pulls).toHaveLength(1);
});

it("is followed as soon as GitHub tells that it was closed, opened again or merged", async () => {
  const { git, approve, get, deliver, hear } = await setUp();
  const id = await approve();
  await deliver();
  const [pull] = github.pulls;
  if (!pull) throw new Error("no pull request was made");
  expect(await hear("labeled", 1)).toEqual({ result: "nothing_to_do", jobs: 0 });
  expect(await hear("closed", 2)).toEqual({ result: "nothing_to_do", jobs: 0 });
  expect(await hear("closed", 1, "somebody/else")).toEqual({ result: "nothing_to_do", jobs: 0 });
  expect(await get(id)).toMatchObject({ status: "open" });

  pull.state = "closed";
  expect(await hear("closed", 1)).toEqual({ result: "delivery_followed", jobs: 1 });
  expect(await get(id)).toMatchObject({ status: "closed" });
  pull.state = "open";
  expect(await hear("reopened", 1)).toEqual({ result: "delivery_followed", jobs: 1 });
  expect(await get(id)).toMatchObject({ status: "open", error: null });
  github.merge(git.dir, pull);
  expect(await hear("closed", 1)).toEqual({ result: "delivery_followed", jobs: 1 });
  expect(await get(id)).toMatchObject({ status: "delivered" });
});

it("goes on where an attempt was cut off, and makes nothing twice", async () => {
  const { approve, get, deliver, lead } = await setUp();
  const id = await approve();
  server.interfere = ({ method, path }) =>
    method === "POST" && path.endsWith("/pulls")
      ? { status: 403, body: { message: "Resource not accessible" } }
      : null;
  await deliver();
  const failed = await get(id);
  expect(failed).toMatchObject({
    status: "pending",
    attempts: 1,
    error: expect.stringContaining("permission"),
  });
  server.interfere = () => null;
  await database.db.delivery.updateMany({
    where: { organization_id: lead.actor.organization_id, id },
    data: { status: "failed" },
  });
  await run(contract.deliveryResolve, { delivery_id: id, action: "retry" }, lead);
  await deliver();
  expect(await get(id)).toMatchObject({ status: "open", pull_request: 1 });
  expect(github.pulls).toHaveLength(1);
});

it("is a conflict when the file moved on the default branch, or on its branch while it was being written", async () => {
  const moved = await setUp();
  const id = await moved.approve();
  moved.git.commit({ [SKILL_PATH]: SKILL.replace("one letter", "two letters") });
  await moved.deliver();
  expect(await moved.get(id)).toMatchObject({ status: "conflict", merge: { clean: true } });
  expect(github.pulls).toHaveLength(0);

  const raced = await setUp();
  const other = await raced.approve();
  server.interfere = ({ method, path }) => {
    if (method === "PUT" && path.includes("/contents/"))
      return { status: 409, body: { message: "does not match" } };
    return null;
  };
  await raced.deliver();
  expect(await raced.get(other)).toMatchObject({
    status: "conflict",
    error: expect.stringContaining("try again"),
  });
});

it("closes the pull request of a version that a later one makes superfluous", async () => {
  const { approve, get, deliver, closeReplaced, lead, skill_id } = await setUp();
  const first = await approve();
  await deliver();
  const { delivery } = await run(contract.skillRevert, { skill_id, number: 1 }, lead);
  await deliver();
  await closeReplaced();
  expect(await get(first)).toMatchObject({ status: "superseded" });
  // The default branch never got the version, so there is nothing to propose.
  expect(await get(delivery.id)).toMatchObject({ status: "delivered", pull_request: null });
  expect(github.pulls).toMatchObject([{ state: "closed", comments: [expect.stringContaining("Version 3")] }]);
});

it("closes it after GitHub failed, says why once, and leaves one that was merged meanwhile", async () => {
  const { git, approve, deliver, closeReplaced, lead, skill_id, organization_id } = await setUp();
  const delivery_id = await approve();
  await deliver();
  await run(contract.skillRevert, { skill_id, number: 1 }, lead);
  await deliver();
  const [pull] = github.pulls;
  if (!pull) throw new Error("no pull request was made");
  const again = () => runJob(database, "pull_request_close", { organization_id, delivery_id });
  server.interfere = ({ method, path }) => {
    if (method === "PATCH" && path.endsWith("/pulls/1"))
      return { status: 403, body: { message: "Resource not accessible" } };
    return null;
  };
  await expect(closeReplaced()).rejects.toThrow();
  expect(pull).toMatchObject({ state: "open", comments: [] });
  server.interfere = () => null;
  await again();
  await again();
  expect(pull).toMatchObject({ state: "closed", comments: [expect.stringContaining("Version 3")] });
  github.merge(git.dir, pull);
  await again();
  expect(pull.comments).toHaveLength(1);
});

/** A delivery whose attempt opens its pull request while something else happens, or is cut off. */
async function attempted(
  { organization_id, approve }: Awaited<ReturnType<typeof setUp>>,
  happening: () => Promise<unknown>,
) {
  const delivery_id = await approve();
  // A worker has it already.
  await database.db.$executeRaw`delete from pgboss.job where data->>'delivery_id' = ${delivery_id}`;
  const data = { organization_id, delivery_id };
  await runJob(database, "skill_deliver", data, { db: interrupted(database.db, happening) }).catch(
    () => undefined,
  );
  expect(github.pulls).toMatchObject([{ number: 1 }]);
  return { delivery_id, again: () => runJob(database, "skill_deliver", data) };
}

it("closes one whose attempt was cut off before it was noted, once the version is no longer wanted", async () => {
  const setting = await setUp();
  const { deliver, closeReplaced, get, lead, skill_id } = setting;
  const { delivery_id } = await attempted(setting, async () => {
    throw new Error("killed");
  });
  expect(await get(delivery_id)).toMatchObject({ status: "pending", pull_request: null });
  await run(contract.skillRevert, { skill_id, number: 1 }, lead);
  await deliver();
  expect(await get(delivery_id)).toMatchObject({ status: "superseded" });
  await closeReplaced();
  expect(github.pulls).toMatchObject([{ state: "closed", comments: [expect.stringContaining("Version 3")] }]);
});

it("closes one that a slow attempt opened after the version was superseded", async () => {
  const setting = await setUp();
  const { deliver, closeReplaced, get, lead, skill_id } = setting;
  const { delivery_id } = await attempted(setting, async () => {
    const [pull] = github.pulls;
    github.pulls.length = 0;
    await run(contract.skillRevert, { skill_id, number: 1 }, lead);
    await deliver();
    await closeReplaced();
    if (pull) github.pulls.push(pull);
  });
  expect(await get(delivery_id)).toMatchObject({ status: "superseded", pull_request: 1 });
  await closeReplaced();
  expect(github.pulls).toMatchObject([{ state: "closed" }]);
});

it("closes one that a cut off attempt left when the job runs again after the version was superseded", async () => {
  const setting = await setUp();
  const { deliver, closeReplaced, lead, skill_id } = setting;
  const { again } = await attempted(setting, async () => {
    const [pull] = github.pulls;
    github.pulls.length = 0;
    await run(contract.skillRevert, { skill_id, number: 1 }, lead);
    await deliver();
    await closeReplaced();
    if (pull) github.pulls.push(pull);
    throw new Error("killed");
  });
  expect(github.pulls).toMatchObject([{ state: "open" }]);
  await again();
  expect(github.pulls).toMatchObject([{ state: "closed" }]);
});

it("closes those of earlier versions when somebody resolves a conflict by keeping the file", async () => {
  const { git, approve, get, deliver, closeReplaced, lead, skill_id } = await setUp();
  const first = await approve();
  await deliver();
  git.commit({ [SKILL_PATH]: SKILL.replace("one letter", "two letters") });
  const { delivery } = await run(contract.skillRevert, { skill_id, number: 1 }, lead);
  await deliver();
  expect(await get(delivery.id)).toMatchObject({ status: "conflict" });
  expect(github.pulls).toMatchObject([{ state: "open" }]);
  await run(contract.deliveryResolve, { delivery_id: delivery.id, action: "keep_file" }, lead);
  await closeReplaced();
  expect(await get(first)).toMatchObject({ status: "superseded", pull_request: 1 });
  expect(github.pulls).toMatchObject([{ state: "closed" }]);
});
