import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { memberRemove } from "@/lib/access/contract";
import { handleLive } from "@/lib/doors/live";
import { applySettings } from "@/lib/env";
import { newId } from "@/lib/kernel/ids";
import type { LiveChange } from "@/lib/kernel/live";
import { memoryStore } from "@/lib/memories/contract";
import { notificationRead } from "@/lib/notifications/contract";
import type { Context } from "@/lib/runtime/operation";
import {
  contextOf,
  createOrganization,
  run,
  type TestOrganization,
  testDatabase,
} from "../../support/database";
import { partsOf } from "../../support/parts";

const SECRET = "a-secret-that-only-this-test-uses-0123456789";
const database = testDatabase();

let organization: TestOrganization;
let first: Context;
let second: Context;
let cookie: string;
beforeAll(async () => {
  applySettings({ NEXTAUTH_SECRET: SECRET });
  organization = await createOrganization(database.db);
  first = contextOf(database, await organization.person("lead", "Ana"));
  second = contextOf(database, await organization.person("lead", "Bo"));
  cookie = await cookieOf(first);
});

async function cookieOf({ actor }: Context): Promise<string> {
  const login_id = newId();
  const now = new Date();
  await database.db.login.create({
    data: {
      id: login_id,
      person_id: actor.id,
      method: "link",
      user_agent: "",
      created_at: now,
      last_seen_at: now,
    },
  });
  return `next-auth.session-token=${await encode({ token: { login_id }, secret: SECRET })}`;
}

/** A member who may leave without another test missing them, with a login. */
async function guest(): Promise<{ person_id: string; headers: Record<string, string> }> {
  const context = contextOf(database, await organization.person("lead"));
  return { person_id: context.actor.id, headers: { cookie: await cookieOf(context) } };
}

async function open(headers: Record<string, string> = {}) {
  const gone = new AbortController();
  const request = new Request("http://localhost:3000/api/live", {
    headers: { cookie, ...headers },
    signal: gone.signal,
  });
  const response = await handleLive(request, partsOf(database));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const changes = () =>
    [...text.matchAll(/^event: change\ndata: (\{.+\})$/gm)].map(
      ([, json = "{}"]) => JSON.parse(json) as LiveChange,
    );
  const read = async (): Promise<boolean> => {
    const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
    text += value ?? "";
    return !done;
  };
  const more = async () => {
    if (!(await read())) throw new Error(`the stream ended: ${text}`);
  };
  return {
    response,
    changes,
    close: () => gone.abort(),
    /** Reads on until what was received is as it should be; the test's time limit ends a wait in vain. */
    until: async (holds: (changes: LiveChange[]) => boolean): Promise<LiveChange[]> => {
      while (!holds(changes())) await more();
      return changes();
    },
    /** What it said until the server ended it. */
    ended: async (): Promise<LiveChange[]> => {
      while (await read());
      return changes();
    },
    /** What the stream began with, and its id. */
    begun: async (): Promise<{ name: string; id: string }> => {
      for (;;) {
        const [, id, name] = /^id: (\S+)\nevent: (began|reset)\n/m.exec(text) ?? [];
        if (id !== undefined && name !== undefined) return { name, id };
        await more();
      }
    },
  };
}

const store = (context: Context, statement: string) =>
  run(memoryStore, { kind: "decision", scope: "global", statement }, context);

/** Entries that no screen shows, written within one moment. */
async function fillAudit(count: number): Promise<void> {
  const { organization_id, id: actor_id } = second.actor;
  const actor = { actor_kind: "person", actor_id, actor_name: "" };
  const entry = { organization_id, ...actor, operation: "memory_search" };
  await database.db.audit_entry.createMany({
    data: Array.from({ length: count }, () => ({ ...entry, id: newId(), request_id: newId() })),
  });
}

describe("the stream of changes", () => {
  it("says what another person did, to which record, and of nothing else who it was", async () => {
    const stream = await open();
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
    await store(second, "Ships moor bow first");
    await run(notificationRead, {}, second);
    const changes = await stream.until((seen) => seen.length >= 2);
    const stored = changes.find(({ tags }) => tags.includes("memories"));
    expect(stored?.actor).toEqual({ kind: "person", id: second.actor.id, name: "Bo" });
    expect(changes.find(({ tags }) => tags.includes("notifications"))).toMatchObject({
      actor: null,
      subject_ids: [],
    });
    stream.close();
  });

  it("goes on where the last one ended, by the id of an event", async () => {
    const before = await open();
    await store(second, "Ships leave stern first");
    const seen = await before.until((changes) => changes.some(({ tags }) => tags.includes("memories")));
    before.close();
    const last = seen.at(-1)?.id ?? "";
    await store(second, "Tugs wait outside");
    const after = await open({ "last-event-id": last });
    const missed = await after.until((changes) => changes.some(({ id }) => id > last));
    expect(missed.filter(({ id }) => id > last)).toMatchObject([{ actor: { name: "Bo" } }]);
    after.close();
  });

  it("begins with an id, by which a page resumes that received no change", async () => {
    const before = await open();
    const { name, id } = await before.begun();
    expect(name).toBe("began");
    before.close();
    await store(second, "Anchors are weighed at noon");
    const after = await open({ "last-event-id": id });
    const missed = await after.until((changes) => changes.some((change) => change.id > id));
    expect(missed.filter((change) => change.id > id)).toMatchObject([{ actor: { name: "Bo" } }]);
    expect((await after.begun()).id > id).toBe(true);
    after.close();
  });

  it("goes on when more happens within seconds than one query reads, and resumes from a reset", async () => {
    const stream = await open();
    const { id } = await stream.begun();
    await fillAudit(1_100);
    await store(second, "Buoys are painted in spring");
    const changes = await stream.until((seen) => seen.some((change) => change.tags.includes("memories")));
    expect(changes.at(-1)?.actor?.name).toBe("Bo");
    stream.close();
    const again = await open({ "last-event-id": id });
    const reset = await again.begun();
    expect(reset.name).toBe("reset");
    expect(reset.id > id).toBe(true);
    again.close();
  });

  it("says nothing of another organization", async () => {
    const stream = await open();
    const elsewhere = await createOrganization(database.db);
    const other = contextOf(database, await elsewhere.person("lead", "Cy"));
    await store(other, "Elsewhere");
    await store(second, "Here");
    const changes = await stream.until((seen) => seen.length >= 1);
    expect(changes.map(({ actor }) => actor?.name)).not.toContain("Cy");
    stream.close();
  });

  it("ends with the membership of its person, and says nothing of what was done then", async () => {
    const { person_id, headers } = await guest();
    const stream = await open(headers);
    await stream.begun();
    const owner = contextOf(database, await organization.person("owner"));
    const { organization_id } = organization;
    const where = { organization_id, person_id };
    const { id: member_id } = await database.db.member.findFirstOrThrow({ where });
    await run(memberRemove, { member_id }, owner);
    await store(second, "Cranes are oiled on Mondays");
    expect(await stream.ended()).toEqual([]);
  });

  it("ends with the login that opened it", async () => {
    const { person_id, headers } = await guest();
    const stream = await open(headers);
    await store(second, "Cranes are greased on Tuesdays");
    await stream.until((changes) => changes.length >= 1);
    await database.db.login.deleteMany({ where: { person_id } });
    await store(second, "Cranes rest on Sundays");
    expect(await stream.ended()).toHaveLength(1);
  });

  it("is for people who are signed in", async () => {
    const request = new Request("http://localhost:3000/api/live");
    expect((await handleLive(request, partsOf(database))).status).toBe(401);
  });
});
