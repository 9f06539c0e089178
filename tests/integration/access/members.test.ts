import { describe, expect, it } from "vitest";
import * as contract from "@/lib/access/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

const ownersOf = (organization_id: string) =>
  database.db.member.count({ where: { organization_id, role: "owner" } });

describe("of many owners who go at once, one stays", () => {
  const manyOwners = async (count: number) => {
    const organization = await createOrganization(database.db);
    const people = await Promise.all(Array.from({ length: count }, () => organization.person("owner")));
    const [first] = people;
    if (!first) throw new Error("an owner is needed");
    const { items } = await run(contract.memberList, {}, contextOf(database, first));
    const owners = people.map((actor) => ({
      context: contextOf(database, actor),
      member_id: items.find(({ person_id }) => person_id === actor.id)?.id ?? "",
    }));
    return { organization_id: organization.organization_id, owners };
  };

  it("when each demotes himself", async () => {
    const { organization_id, owners } = await manyOwners(15);
    const answers = await Promise.allSettled(
      owners.map(({ context, member_id }) =>
        run(contract.memberUpdate, { member_id, role: "lead" }, context),
      ),
    );
    expect(await ownersOf(organization_id)).toBe(1);
    expect(answers.filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { code: "unprocessable" } },
    ]);
  });

  it("when each removes another, and some are demoted as well", async () => {
    const { organization_id, owners } = await manyOwners(10);
    await Promise.allSettled(
      owners.flatMap(({ context }, at) => {
        const member_id = owners[(at + 1) % owners.length]?.member_id ?? "";
        return [
          run(contract.memberRemove, { member_id }, context),
          run(contract.memberUpdate, { member_id, role: "developer" }, context),
        ];
      }),
    );
    expect(await ownersOf(organization_id)).toBe(1);
  });
});

describe("a sign-in link", () => {
  it("is made for a new person only, never for the owner of another organization", async () => {
    const [here, there] = await Promise.all([
      createOrganization(database.db),
      createOrganization(database.db),
    ]);
    const victim = await there.person("owner");
    const { email } = await database.db.person.findUniqueOrThrow({ where: { id: victim.id } });
    const owner = contextOf(database, await here.person("owner"));
    const known = await run(contract.memberAdd, { email: email.toUpperCase(), name: "Known" }, owner);
    expect(known).toMatchObject({
      member: null,
      invitation: { email, name: "Known", role: "developer" },
      sign_in_url: null,
      sign_in_url_expires_at: null,
    });
    expect(await database.db.login_link.count({ where: { person_id: victim.id } })).toBe(0);

    const fresh = await run(contract.memberAdd, { email: "fresh@example.test", name: "Fresh" }, owner);
    expect(fresh.sign_in_url).toContain("/sign-in?token=");
  });
});
