import { beforeAll, describe, expect, it } from "vitest";
import {
  auditList,
  MAX_VIEWS,
  memberList,
  memberRemove,
  viewDefault,
  viewDelete,
  viewList,
  viewSave,
} from "@/lib/access/contract";
import type { CallOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import type { Context } from "@/lib/runtime/operation";
import {
  contextOf,
  createOrganization,
  run,
  type TestOrganization,
  testDatabase,
} from "../../support/database";

const database = testDatabase();
let organization: TestOrganization;
let lead: Context;
let developer: Context;
let colleague: Context;
let outsider: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  lead = contextOf(database, await organization.person("lead"));
  developer = contextOf(database, await organization.person("developer"));
  colleague = contextOf(database, await organization.person("developer"));
  outsider = contextOf(database, await (await createOrganization(database.db)).person("owner"));
});

const save = (context: Context, view: Partial<CallOf<typeof viewSave>>) =>
  run(viewSave, { list: "memories", name: newId(), query: "kind=fact", ...view }, context);
const namesFor = async (context: Context, list = "memories") =>
  (await run(viewList, { list }, context)).items.map(({ name }) => name);

describe("a view", () => {
  it("that is private is seen by its owner alone, and nobody else's to change, delete or open with", async () => {
    const view = await save(developer, { name: "Mine alone" });
    expect(view).toMatchObject({ shared: false, is_default: false, version: 1, query: "kind=fact" });
    expect(await namesFor(developer)).toContain("Mine alone");
    for (const other of [lead, colleague, outsider]) {
      expect(await namesFor(other)).not.toContain("Mine alone");
      const missing = { code: "not_found" };
      await expect(save(other, { view_id: view.id, name: "Taken" })).rejects.toMatchObject(missing);
      await expect(run(viewDelete, { view_id: view.id }, other)).rejects.toMatchObject(missing);
      const asUsual = run(viewDefault, { list: "memories", view_id: view.id }, other);
      await expect(asUsual).rejects.toMatchObject(missing);
    }
  });

  it("that is shared is seen by every member, and by no other organization", async () => {
    const view = await save(lead, { name: "For everybody", shared: true });
    expect(view.shared).toBe(true);
    for (const member of [lead, developer, colleague])
      expect(await namesFor(member)).toContain("For everybody");
    expect(await namesFor(outsider)).not.toContain("For everybody");
    expect(await namesFor(developer, "findings")).not.toContain("For everybody");
  });

  it("is shared, changed while shared, and deleted then by those who set up the organization", async () => {
    const own = await save(developer, { name: "Would share" });
    const shared = await save(lead, { name: "Of leads", shared: true });
    const denied = { code: "permission_denied", message: expect.stringContaining("repositories:manage") };
    await expect(save(developer, { name: "New", shared: true })).rejects.toMatchObject(denied);
    await expect(save(developer, { view_id: own.id, name: "x", shared: true })).rejects.toMatchObject(denied);
    await expect(save(developer, { view_id: shared.id, name: "x" })).rejects.toMatchObject(denied);
    await expect(run(viewDelete, { view_id: shared.id }, developer)).rejects.toMatchObject(denied);
    expect(await run(viewDelete, { view_id: shared.id }, lead)).toEqual({ deleted: true });
    expect(await namesFor(developer)).not.toContain("Of leads");
  });

  it("that changed meanwhile is a conflict, and keeps what was saved first", async () => {
    const view = await save(lead, { name: "Contended", shared: true });
    const version = view.version;
    const first = await save(lead, { ...pick(view), view_id: view.id, query: "kind=decision", version });
    expect(first).toMatchObject({ version: 2, query: "kind=decision" });
    const late = save(lead, { ...pick(view), view_id: view.id, query: "kind=rule", version });
    await expect(late).rejects.toMatchObject({ code: "conflict" });
    const { items } = await run(viewList, { list: "memories" }, developer);
    expect(items.find(({ id }) => id === view.id)).toMatchObject({ query: "kind=decision", version: 2 });
  });

  it("has a name of its own among those of its owner and list, which another owner may use too", async () => {
    await save(developer, { name: "Stale facts" });
    const taken = { code: "invalid_input", errors: [{ pointer: "/name" }] };
    await expect(save(developer, { name: "Stale facts" })).rejects.toMatchObject(taken);
    expect(await save(colleague, { name: "Stale facts" })).toMatchObject({ name: "Stale facts" });
    expect(await save(developer, { name: "Stale facts", list: "findings" })).toMatchObject({ version: 1 });
  });

  it("stays with its list", async () => {
    const view = await save(developer, { list: "recalls" });
    const moved = save(developer, { view_id: view.id, list: "memories" });
    await expect(moved).rejects.toMatchObject({ errors: [{ pointer: "/list" }] });
    const elsewhere = run(viewDefault, { list: "memories", view_id: view.id }, developer);
    await expect(elsewhere).rejects.toMatchObject({ errors: [{ pointer: "/view_id" }] });
  });

  it(`has at most ${MAX_VIEWS - 1} others beside it`, async () => {
    for (let count = 0; count < MAX_VIEWS; count += 1) await save(colleague, { list: "tasks" });
    const more = save(colleague, { list: "tasks" });
    await expect(more).rejects.toMatchObject({ errors: [{ pointer: "/list" }] });
  });

  it("is in the audit by its id and list, without its name and filters", async () => {
    const view = await save(developer, { name: "About Ana", query: "agent=ana" });
    const owner = contextOf(database, await organization.person("owner"));
    const { items } = await run(auditList, { subject_id: view.id }, owner);
    expect(items).toMatchObject([{ operation: "view_save", detail: { after: { list: "memories" } } }]);
    expect(JSON.stringify(items)).not.toMatch(/About Ana|agent=ana/);
  });
});

function pick({ list, name, shared }: { list: string; name: string; shared: boolean }) {
  return { list, name, shared };
}

describe("the view with which a list opens", () => {
  const usualOf = async (context: Context) =>
    (await run(viewList, { list: "sessions" }, context)).items
      .filter(({ is_default }) => is_default)
      .map(({ name }) => name);

  it("is each person's own, one for a list, and none again", async () => {
    const one = await save(lead, { list: "sessions", name: "One", shared: true });
    const other = await save(developer, { list: "sessions", name: "Other" });
    await run(viewDefault, { list: "sessions", view_id: one.id }, developer);
    expect([await usualOf(developer), await usualOf(lead)]).toEqual([["One"], []]);
    await run(viewDefault, { list: "sessions", view_id: other.id }, developer);
    expect(await usualOf(developer)).toEqual(["Other"]);
    await run(viewDefault, { list: "sessions", view_id: null }, developer);
    expect(await usualOf(developer)).toEqual([]);
  });

  it("is gone for others when it is shared no more, and for all when it is deleted", async () => {
    const view = await save(lead, { list: "sessions", name: "Lent", shared: true });
    for (const person of [lead, developer])
      await run(viewDefault, { list: "sessions", view_id: view.id }, person);
    await save(lead, { ...pick(view), view_id: view.id, shared: false });
    expect([await usualOf(lead), await usualOf(developer)]).toEqual([["Lent"], []]);
    await run(viewDelete, { view_id: view.id }, lead);
    expect(await usualOf(lead)).toEqual([]);
    const left = await database.db.default_view.count({
      where: { organization_id: organization.organization_id, view_id: view.id },
    });
    expect(left).toBe(0);
  });
});

it("a member who is removed takes their own views along, and leaves the shared ones", async () => {
  const owner = contextOf(database, await organization.person("owner"));
  const leaving = contextOf(database, await organization.person("lead"));
  await save(leaving, { list: "jobs", name: "Own" });
  await save(leaving, { list: "jobs", name: "Shared", shared: true });
  const { items } = await run(memberList, { limit: 200 }, owner);
  const member = items.find(({ person_id }) => person_id === leaving.actor.id);
  await run(memberRemove, { member_id: member?.id ?? "" }, owner);
  const { organization_id } = organization;
  const rows = await database.db.saved_view.findMany({ where: { organization_id, list: "jobs" } });
  expect(rows.map(({ name }) => name)).toEqual(["Shared"]);
});
