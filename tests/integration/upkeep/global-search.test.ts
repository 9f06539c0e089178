/** One search over everything: what it finds of each kind, for whom, and that no sign has a meaning of its own. */
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import type { Permission } from "@/lib/kernel/permissions";
import { findingList } from "@/lib/reviews/contract";
import type { Context } from "@/lib/runtime/operation";
import { sessionList } from "@/lib/sessions/contract";
import { failureList } from "@/lib/tasks/contract";
import { globalSearch, MAX_SEARCH_TEXT, SEARCH_KINDS, type SearchKind } from "@/lib/upkeep/contract";
import {
  contextOf,
  createOrganization,
  run,
  type TestOrganization,
  testDatabase,
} from "../../support/database";
import { remember } from "../memories/support";
import { fillOrganization, valuesOf } from "../tenancy/filled-organization";

const database = testDatabase();

const HERE = "harbourmaster";
const ELSEWHERE = "lighthouse";
const FOREIGN = "submarine";

let organization: TestOrganization;
let lead: Context;
let here: string;

/** One row of everything, with this text wherever a text can be. */
async function fill({ organization_id }: TestOrganization, text: string): Promise<string> {
  const id = newId();
  await database.db.person.create({ data: { id, email: `${id}@example.test`, name: text } });
  const values = valuesOf({ id, session_id: `session-${id}` });
  await fillOrganization(database.db, { organization_id, id, text, values });
  // What is held waits for a person, and no agent is shown it.
  await database.db.memory.updateMany({ where: { organization_id, id }, data: { held_at: null } });
  return id;
}

beforeAll(async () => {
  organization = await createOrganization(database.db);
  lead = contextOf(database, await organization.person("lead", "Lea Lead"));
  here = await fill(organization, HERE);
  await fill(organization, ELSEWHERE);
  await fill(await createOrganization(database.db), FOREIGN);
}, 60_000);

const search = async (q: string, context: Context = lead, kinds?: SearchKind[]) =>
  (await run(globalSearch, { q, kinds }, context)).groups;

const foundKinds = async (q: string, context: Context = lead) =>
  (await search(q, context)).filter(({ items }) => items.length > 0).map(({ kind }) => kind);

const titles = async (q: string, kind: SearchKind, context: Context = lead) =>
  (await search(q, context, [kind])).flatMap(({ items }) => items.map(({ title }) => title));

const keyOf = async (options: Parameters<TestOrganization["agent"]>[0]) =>
  contextOf(database, await organization.agent({ name: `bot-${newId().slice(-6)}`, ...options }));

describe("a search over everything", () => {
  it("finds every kind that contains the words, in any case and order, and says where it is", async () => {
    expect(await foundKinds(HERE.toUpperCase())).toEqual([...SEARCH_KINDS]);
    expect(await foundKinds("master harbour")).toEqual([...SEARCH_KINDS]);
    expect(await foundKinds("harbourmasters")).toEqual([]);
    const [group] = await search(HERE, lead, ["finding"]);
    expect(group).toMatchObject({ kind: "finding", more: false, problem: null });
    expect(group?.items).toMatchObject([{ id: here, title: HERE, repository: HERE }]);
    const [session] = await search(`session-${here}`, lead, ["session"]);
    expect(session?.items).toMatchObject([{ id: `session-${here}` }]);
  });

  it("shows nothing of another organization", async () => {
    expect(await foundKinds(FOREIGN)).toEqual([]);
  });

  it("leaves out the kinds that the permissions do not cover", async () => {
    const permissions: Permission[] = ["organization:read", "skills:read"];
    const groups = await search(HERE, await keyOf({ permissions }));
    expect(groups.map(({ kind }) => kind)).toEqual(["skill", "agent", "person"]);
    const refused = search(HERE, await keyOf({ permissions: ["memories:read"] }));
    await expect(refused).rejects.toMatchObject({ code: "permission_denied" });
  });

  it("shows a key that is bound to repositories theirs, and nobody of the organization", async () => {
    const bound = await keyOf({ repository_ids: [here] });
    // A ledger of others is no agent's, and people and agents belong to no repository.
    const own = SEARCH_KINDS.filter((kind) => !["recall", "agent", "person"].includes(kind));
    expect(await foundKinds(HERE, bound)).toEqual(own);
    expect(await foundKinds(ELSEWHERE, bound)).toEqual([]);
    expect((await search(HERE, bound)).map(({ kind }) => kind)).not.toContain("person");
  });

  it("takes every sign for what it is", async () => {
    const statements = [
      "Discounts of 100% are refused",
      'The field a_b is "quoted" and it\'s fine',
      "Paths like C:\\temp are normalized",
      "ذاكرة الفريق تحفظ القرارات",
      "记住团队的决定 🧭",
    ];
    const developer = contextOf(database, await organization.person("developer"));
    for (const statement of statements) await remember(developer, { statement });
    const [percent, quoted, backslash, arabic, chinese] = statements;
    expect(await titles("100% refused", "memory")).toEqual([percent]);
    expect(await titles('"quoted"', "memory")).toEqual([quoted]);
    expect(await titles("a_b", "memory")).toEqual([quoted]);
    expect(await titles("aXb", "memory")).toEqual([]);
    expect(await titles("it's", "memory")).toEqual([quoted]);
    expect(await titles("C:\\temp", "memory")).toEqual([backslash]);
    expect(await titles("القرارات", "memory")).toEqual([arabic]);
    expect(await titles("团队", "memory")).toEqual([chinese]);
    expect(await titles("🧭", "memory")).toEqual([chinese]);
    for (const sign of ["%", "_", "%%", "\\"])
      for (const kind of ["finding", "session", "recall", "file", "person"] as const)
        expect(await titles(sign, kind)).toEqual([]);
  });

  it("answers one letter with a few of each kind, and says that there are more", async () => {
    for (let count = 0; count < 7; count++)
      await remember(lead, { kind: "fact", statement: `Quay number ${count} is ${newId()}` });
    const [group] = await search("q", lead, ["memory"]);
    expect(group?.items).toHaveLength(5);
    expect(group?.more).toBe(true);
  });

  it("takes long texts, and refuses longer ones by name", async () => {
    expect(await foundKinds("ب".repeat(900))).toEqual([]);
    expect(
      await foundKinds(
        Array.from({ length: 300 }, (_, index) => `w${index}`)
          .join(" ")
          .slice(0, 900),
      ),
    ).toEqual([]);
    await expect(search("x".repeat(MAX_SEARCH_TEXT + 1))).rejects.toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: "/q" }],
    });
  });

  it("puts first what has the whole phrase in its title, however old", async () => {
    await remember(lead, { statement: "Moorings are booked by berth" });
    await remember(lead, { statement: "Whose berth is booked by whom, moorings tell" });
    expect(await titles("booked by berth", "memory")).toEqual([
      "Moorings are booked by berth",
      "Whose berth is booked by whom, moorings tell",
    ]);
  });
});

describe("lists by words", () => {
  it("find the same findings, sessions and failures as the search", async () => {
    const [word] = [HERE.slice(2, 9)];
    expect((await run(findingList, { q: word }, lead)).items.map(({ id }) => id)).toEqual([here]);
    expect((await run(failureList, { q: word }, lead)).items.map(({ id }) => id)).toEqual([here]);
    expect((await run(sessionList, { q: word }, lead)).items.map(({ id }) => id)).toEqual([here]);
    for (const list of [findingList, failureList, sessionList])
      expect((await run(list, { q: `${word} %` }, lead)).total).toBe(0);
  });
});
