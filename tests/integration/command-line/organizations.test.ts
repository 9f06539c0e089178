import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { applySettings } from "@/lib/env";
import { newId } from "@/lib/kernel/ids";
import { type AuthServer, Browser, startAuth } from "../../support/auth-server";
import { call } from "../../support/command-line";
import { createOrganization, testDatabase } from "../../support/database";

const database = testDatabase();
let server: AuthServer;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "casebook-organizations-"));
  applySettings({ DATABASE_URL: database.connection_string, CASEBOOK_DATA_DIR: folder });
  server = await startAuth(database);
});
afterAll(async () => {
  await server.close();
  applySettings({ DATABASE_URL: "", CASEBOOK_DATA_DIR: "", SSO_ONLY: "", OIDC_ISSUER: "" });
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => vi.restoreAllMocks());

/** An operator's command on the server: its exit code, what it printed, and the link in that. */
async function operate(...args: string[]) {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  const { code, stderr } = await call(args, { folder });
  const text = lines.join("\n");
  return { code, text: `${text}${stderr}`, link: /http\S+\/sign-in\?token=\S+/.exec(text)?.[0] ?? "" };
}

async function enteredBy(link: string) {
  const browser = new Browser(server);
  if (!(await browser.signInByLink(link))) return null;
  return (await browser.call("GET", "/organization")).body;
}

describe("an operator on the server", () => {
  it("makes organizations whose owners do not see each other", async () => {
    const email = `${newId()}@example.test`;
    const [one, two] = [
      await operate("organization-create", "one", "--owner", email, "--name", "First one"),
      await operate("organization-create", "two", "--owner", email, "--owner-name", "Mia"),
    ];
    expect([one.code, two.code]).toEqual([0, 0]);
    const [first, second] = [await enteredBy(one.link), await enteredBy(two.link)];
    expect(first).toMatchObject({ slug: "one", name: "First one", actor: { role: "owner" } });
    expect(second).toMatchObject({ slug: "two", name: "two", actor: { id: first.actor.id } });
  });

  it("reads what is wrong with a slug, an address, or a name that is taken", async () => {
    const wrong = [
      ["organization-create", "Two Words", "--owner", "a@example.test"],
      ["organization-create", "three", "--owner", "no address"],
      ["organization-create", "one", "--owner", "a@example.test"],
    ];
    const answers = [];
    for (const args of wrong) answers.push(await operate(...args));
    expect(answers.map(({ code }) => code === 0)).toEqual([false, false, false]);
    expect(answers.map(({ text }) => text)).toEqual([
      expect.stringContaining("small letters"),
      expect.stringContaining("not an e-mail address"),
      expect.stringContaining("already"),
    ]);
    expect(await database.db.organization.count({ where: { slug: "three" } })).toBe(0);
  });

  it("names the organization of a link where there are several, and gets none elsewhere", async () => {
    const email = `${newId()}@example.test`;
    await operate("organization-create", "north", "--owner", email);
    expect((await enteredBy((await operate("sign-in-link", email)).link))?.slug).toBe("north");
    await operate("organization-create", "south", "--owner", email);
    const vague = await operate("sign-in-link", email);
    expect(vague).toMatchObject({ link: "", text: expect.stringContaining("north, south") });
    const { link } = await operate("sign-in-link", email, "--organization", "south");
    expect((await enteredBy(link))?.slug).toBe("south");
    const other = await createOrganization(database.db);
    const { slug } = await database.db.organization.findUniqueOrThrow({
      where: { id: other.organization_id },
    });
    const refused = await operate("sign-in-link", email, "--organization", slug);
    expect(refused).toMatchObject({ link: "", text: expect.stringContaining("neither a member") });
    expect(refused.code).not.toBe(0);
  });

  it("reads that there is no such backup, before anything is done to the database", async () => {
    const answers = [await operate("restore", "missing.backup"), await operate("restore", ".")];
    expect(answers.map(({ code }) => code)).toEqual([2, 2]);
    expect(answers.map(({ text }) => text)).toEqual([
      expect.stringContaining("missing.backup does not exist."),
      expect.stringContaining(". is a folder."),
    ]);
  });

  it("keeps the backup that is there, unless it is to be replaced", async () => {
    const file = path.join(folder, "before.backup");
    await writeFile(file, "the good one");
    const refused = await operate("backup", "before.backup");
    expect(refused).toMatchObject({ code: 2, text: expect.stringContaining("--force") });
    expect(await readFile(file, "utf8")).toBe("the good one");
    expect(await operate("backup", "before.backup", "--force")).toMatchObject({ code: 0 });
    expect(await readFile(file, "utf8")).not.toBe("the good one");
  });

  it("gets no link while SSO_ONLY is set", async () => {
    applySettings({
      SSO_ONLY: "true",
      OIDC_ISSUER: "https://login.example",
      OIDC_CLIENT_ID: "casebook",
      OIDC_CLIENT_SECRET: "secret",
    });
    const refused = await operate("sign-in-link");
    expect(refused).toMatchObject({ link: "", text: expect.stringContaining("SSO_ONLY") });
    const made = await operate("organization-create", "sso", "--owner", "sso@example.test");
    expect(made).toMatchObject({ code: 0, link: "" });
    applySettings({ SSO_ONLY: "", OIDC_ISSUER: "", OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "" });
  });
});
