import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { auditList } from "@/lib/access/contract";
import { refreshRepository, workingCopyOf } from "@/lib/citations";
import * as contract from "@/lib/citations/contract";
import { transaction } from "@/lib/db/client";
import { purgeMemories } from "@/lib/db/sql/purge";
import { newId } from "@/lib/kernel/ids";
import { jobNamed } from "@/lib/registry";
import { reviewList } from "@/lib/reviews/contract";
import { proposalList, skillList } from "@/lib/skills/contract";
import { failureList, failureRecord, taskList, taskRecord } from "@/lib/tasks/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";
import { repositoryRoot } from "../../support/repository-root";
import { propose, setUp as setUpSkill } from "../skills/support";
import { BILLING_PATH, cite, INVOICE, setUpRepository } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const add = async (source: { kind: "path"; path: string } | { kind: "url"; url: string }) => {
  const organization = await createOrganization(database.db);
  const lead = contextOf(database, await organization.person("lead"));
  return run(contract.repositoryAdd, { name: "acme/shop", source }, lead);
};

describe("registering a repository by its folder", () => {
  it("reads its head at once and keeps where it is", async () => {
    const { repository, git, first_commit, lead } = await setUpRepository(database, root.path);
    expect(repository).toMatchObject({
      source: { kind: "path", path: git.dir },
      default_branch: "main",
      head_commit: first_commit,
      fetch_status: "ready",
    });
    expect(workingCopyOf(repository)).toBe(git.dir);
    const again = run(
      contract.repositoryAdd,
      { name: repository.name, source: { kind: "path", path: git.dir } },
      lead,
    );
    await expect(again).rejects.toMatchObject({ code: "conflict" });
  });

  it("refuses every folder that is not below the allowed ones, also through a link, with one and the same answer", async () => {
    const outside = new GitRepository(join(tmpdir(), `casebook-outside-${newId()}`));
    outside.commit({ a: "1" });
    const link = join(root.path, `link-${newId()}`);
    symlinkSync(outside.dir, link);
    const details = [];
    for (const path of [outside.dir, link, join(root.path, "no-such-folder"), `${root.path}/../etc`]) {
      const error: unknown = await add({ kind: "path", path }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "invalid_input", errors: [{ pointer: "/source/path" }] });
      details.push(error instanceof Error ? error.message : "");
    }
    rmSync(outside.dir, { recursive: true });
    expect(new Set(details).size).toBe(1);
    expect(details[0]).toContain("CASEBOOK_REPOSITORY_ROOTS");
  });

  it("refuses a folder that is no repository, or one without a commit", async () => {
    const plain = join(root.path, `plain-${newId()}`);
    mkdirSync(plain);
    await expect(add({ kind: "path", path: plain })).rejects.toMatchObject({ code: "invalid_input" });
    const empty = new GitRepository(join(root.path, newId()));
    await expect(add({ kind: "path", path: empty.dir })).rejects.toThrow("without commits");
  });
});

describe("registering a repository by URL", () => {
  it("stores it as pending, with one job that fetches it", async () => {
    const added = await add({ kind: "url", url: "https://203.0.113.7/acme/shop.git" });
    expect(added).toMatchObject({ fetch_status: "pending", head_commit: null });
    const waiting = await database.db.$queryRaw<{ data: unknown }[]>`
      select data from pgboss.job where name = 'repository_fetch' and data->>'repository_id' = ${added.id}`;
    expect(waiting).toHaveLength(1);
    expect(waiting[0]?.data).toMatchObject({ repository_id: added.id });
  });

  it.each([
    "https://127.0.0.1/acme/shop.git",
    "https://[::ffff:10.0.0.1]/acme/shop.git",
    "https://localhost/acme/shop.git",
    "ssh://git@169.254.169.254/acme/shop.git",
    "git@192.168.1.2:acme/shop.git",
  ])("refuses the private address %s and names the setting", async (url) => {
    await expect(add({ kind: "url", url })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("CASEBOOK_ALLOW_PRIVATE_URLS"),
    });
  });

  it.each(["http://203.0.113.7/a.git", "ext::sh -c id", "file:///etc", "/etc", "--upload-pack=id"])(
    "refuses %s, which is neither https nor ssh",
    async (url) => {
      await expect(add({ kind: "url", url })).rejects.toMatchObject({
        code: "invalid_input",
        errors: [{ pointer: "/source/url" }],
      });
    },
  );

  it.each(["https://me:hunter2@203.0.113.7/a.git", "ssh://me:hunter2@203.0.113.7/a.git"])(
    "refuses credentials in %s without repeating them",
    async (url) => {
      const error: unknown = await add({ kind: "url", url }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "invalid_input" });
      expect(JSON.stringify(error) + String(error)).not.toContain("hunter2");
    },
  );

  it("refuses a user that no address can have, and names the field", async () => {
    await expect(add({ kind: "url", url: "https://%zz@203.0.113.7/a.git" })).rejects.toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: "/source/url" }],
    });
  });

  it("does not fetch from a host that has become private, and says so", async () => {
    const { organization_id } = await createOrganization(database.db);
    const id = newId();
    const source = { source_kind: "url", source_location: "https://127.0.0.1/acme/shop.git" };
    await database.db.repository.create({ data: { organization_id, id, name: "acme/shop", ...source } });
    const scope = { organization_id, repository_id: id, now: new Date() };
    await expect(refreshRepository(database.db, scope)).rejects.toMatchObject({ code: "unavailable" });
    const row = await database.db.repository.findFirst({ where: { organization_id, id } });
    expect(row).toMatchObject({ fetch_status: "failed" });
    expect(row?.fetch_error).toContain("private network");
  });
});

describe("the clone of a repository", () => {
  it("is removed with the repository, and never while it is registered", async () => {
    const organization = await createOrganization(database.db);
    const lead = contextOf(database, await organization.person("lead"));
    const url = "https://203.0.113.7/acme/shop.git";
    const { id } = await run(
      contract.repositoryAdd,
      { name: "acme/shop", source: { kind: "url", url } },
      lead,
    );
    const { organization_id } = organization;
    const folder = join(root.path, "data", "repositories", organization_id);
    const clone = join(folder, `${id}.git`);
    const cut_off = join(folder, `.${id}.git.0a1b2c3d4e5f.partial`);
    for (const each of [clone, cut_off]) mkdirSync(each, { recursive: true });
    const context = { ...lead, signal: new AbortController().signal };
    const clean = () =>
      jobNamed("repository_clone_remove").handle({ organization_id, repository_id: id }, context);
    await clean();
    expect(existsSync(clone)).toBe(true);
    await run(contract.repositoryRemove, { repository_id: id }, lead);
    const waiting = await database.db.$queryRaw<{ data: unknown }[]>`
      select data from pgboss.job where name = 'repository_clone_remove'`;
    expect(waiting).toMatchObject([{ data: { repository_id: id } }]);
    await clean();
    expect([clone, cut_off].map((each) => existsSync(each))).toEqual([false, false]);
  });
});

describe("a registered repository", () => {
  it("shows its new head after a fetch", async () => {
    const { git, lead, repository_id } = await setUpRepository(database, root.path);
    const head_commit = git.commit({ "src/other.ts": "export {};\n" });
    expect(await run(contract.repositoryFetch, { repository_id }, lead)).toMatchObject({ head_commit });
    expect(await run(contract.repositoryGet, { repository_id }, lead)).toMatchObject({ head_commit });
  });

  it("cannot be removed while a memory cites it, and the refusal counts what is in the way", async () => {
    const { lead, repository_id, organization_id, repository } = await setUpRepository(database, root.path);
    const citations = [INVOICE];
    const { memory_id } = await cite(database, { organization_id, repository, citations });
    const removal = run(contract.repositoryRemove, { repository_id }, lead);
    await expect(removal).rejects.toMatchObject({
      code: "unprocessable",
      message: expect.stringContaining("memories: 1, citations: 1"),
    });
    await database.db.memory.deleteMany({ where: { organization_id, id: memory_id } });
    await run(contract.repositoryRemove, { repository_id }, lead);
    await expect(run(contract.repositoryGet, { repository_id }, lead)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("cannot be removed either while tasks and failures belong to it", async () => {
    const { organization, lead, repository_id, repository } = await setUpRepository(database, root.path);
    const bot = contextOf(database, await organization.agent());
    const of = { repository: repository.name };
    await run(taskRecord, { ...of, task_id: "T-1", description: "Sum the prices" }, bot);
    const output = [
      "Traceback (most recent call last):",
      '  File "/home/ci/app/shop.py", line 12, in total',
      "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
    ].join("\n");
    expect(await run(failureRecord, { ...of, output }, bot)).toMatchObject({ stored: true });
    const error: unknown = await run(contract.repositoryRemove, { repository_id }, lead).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: "unprocessable" });
    for (const part of ["tasks: 1", "failures: 1", 'records "delete"']) expect(String(error)).toContain(part);
    const records = await run(contract.repositoryRecordsGet, { repository_id }, lead);
    expect(records).toMatchObject({ memories: 0, citations: 0, tasks: 1, failures: 1, reviews: 0 });
    await run(contract.repositoryRemove, { repository_id, records: "delete" }, lead);
    expect(await run(taskList, {}, lead)).toMatchObject({ items: [] });
    expect(await run(failureList, {}, lead)).toMatchObject({ items: [] });
    const logged = await run(auditList, { operation: "repository_remove" }, lead);
    expect(logged.items).toMatchObject([{ subject_id: repository_id, detail: { tasks: 1, failures: 1 } }]);
  });

  it("is removed with its reviews, skill and proposal, once no memory is in the way", async () => {
    const setting = await setUpSkill(database, root.path);
    const { lead, organization_id } = setting;
    await propose(setting);
    const { items } = await run(contract.repositoryList, {}, lead);
    const repository_id = items[0]?.id ?? "";
    const counted = await run(contract.repositoryRecordsGet, { repository_id }, lead);
    expect(counted.reviews).toBeGreaterThan(0);
    expect(counted.skills).toBe(1);
    const rows = await database.db.memory.findMany({ where: { organization_id }, select: { id: true } });
    const memory_ids = rows.map(({ id }) => id);
    await transaction(database.db, (tx) => purgeMemories(tx, { organization_id, memory_ids }));
    await run(contract.repositoryRemove, { repository_id, records: "delete" }, lead);
    expect(await run(skillList, {}, lead)).toMatchObject({ items: [] });
    expect(await run(proposalList, {}, lead)).toMatchObject({ items: [] });
    expect(await run(reviewList, {}, lead)).toMatchObject({ items: [] });
  });

  it("is hidden from a key bound to another repository, and from other organizations", async () => {
    const { organization, repository, repository_id, lead, git } = await setUpRepository(database, root.path);
    const other = await run(
      contract.repositoryAdd,
      { name: "acme/other", source: { kind: "path", path: git.dir } },
      lead,
    );
    const permissions = ["citations:read", "repositories:manage"] as const;
    const bound = contextOf(database, await organization.agent({ permissions, repository_ids: [other.id] }));
    const listed = await run(contract.repositoryList, {}, bound);
    expect(listed).toMatchObject({ total: 1, items: [{ id: other.id }] });
    await expect(run(contract.repositoryGet, { repository_id }, bound)).rejects.toMatchObject({
      code: "not_found",
    });
    const place = { path: BILLING_PATH, line_start: 1, line_end: 1 };
    const read = run(contract.memoryReadCitation, { repository: repository.name, ...place }, bound);
    await expect(read).rejects.toMatchObject({ code: "not_found" });
    const added = run(
      contract.repositoryAdd,
      { name: "acme/third", source: { kind: "path", path: git.dir } },
      bound,
    );
    await expect(added).rejects.toMatchObject({ code: "permission_denied" });

    const outsider = contextOf(database, await (await createOrganization(database.db)).person("owner"));
    await expect(run(contract.repositoryGet, { repository_id }, outsider)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
