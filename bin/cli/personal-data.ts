import { writeFile } from "node:fs/promises";
import { findOrganization, findOrganizationIds, findPersonByEmail, jobActor } from "@/lib/access";
import type { Organization } from "@/lib/access/contract";
import type { Database } from "@/lib/db/client";
import { openDatabase } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { implementationOf } from "@/lib/registry";
import type { Context } from "@/lib/runtime/operation";
import { run } from "@/lib/runtime/run";
import { type ErasureImpact, personErase, personExport, personPreview } from "@/lib/upkeep/contract";
import { withServer } from "./administration";
import { counted } from "./counted";
import { CliError } from "./exit";
import { fileOf } from "./input";
import type { Io } from "./io";

type Options = { organization?: string; name?: string[] };
type Person = { context: Context; asked: { person_id?: string; names: string[] } };

/** Runs `work` for a person, named by an e-mail address, or a developer, named as reviews name them. */
async function withPerson(
  who: string,
  { organization, name = [] }: Options,
  work: (person: Person) => Promise<void>,
): Promise<void> {
  await withServer(async (connection_string) => {
    const db = openDatabase(connection_string, 2);
    try {
      const { id: organization_id } = await organizationNamed(db, organization);
      const person = await findPersonByEmail(db, { email: who });
      const context: Context = {
        actor: jobActor(organization_id, "command_line"),
        db,
        request_id: newId(),
        now: () => new Date(),
        ai: { embedder: null, language_model: null },
      };
      const asked = person ? { person_id: person.id, names: name } : { names: [who, ...name] };
      await work({ context, asked });
    } finally {
      await db.$disconnect();
    }
  });
}

/** @throws CliError usage when there are several and none is named. */
async function organizationNamed(db: Database, slug: string | undefined): Promise<Organization> {
  const all: Organization[] = [];
  for (const organization_id of await findOrganizationIds(db)) {
    const found = await findOrganization(db, { organization_id });
    if (found) all.push(found);
  }
  const fitting = all.filter((each) => slug === undefined || each.slug === slug);
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  const slugs = all.map((each) => each.slug).join(", ");
  throw new CliError("usage", `Name the organization with --organization: ${slugs || "there is none yet"}.`);
}

export function exportPersonTo(io: Io, who: string, file: string, options: Options): Promise<void> {
  return withPerson(who, options, async ({ context, asked }) => {
    const lines: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await run(implementationOf(personExport), { ...asked, cursor }, context);
      lines.push(...page.records.map((record) => `${JSON.stringify(record)}\n`));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    await writeFile(fileOf(io, file), lines.join(""), { flag: "wx", mode: 0o600 });
    console.log(`${file}: ${counted(lines.length, "record")}.`);
    // The first record says who was asked for.
    if (lines.length === 1)
      console.log(`Nothing is stored about ${who}; check how the address or name is written.`);
  });
}

const IN_WORDS: Readonly<Record<ErasureImpact["parts"][number]["fate"], string>> = {
  erased: "erased",
  author_replaced: "kept, attributed to a former member",
  name_removed: "kept, without the name",
  revoked: "revoked",
  kept_for_reading: "kept for you to review",
};

const ACCOUNTS: Readonly<Record<ErasureImpact["account"], string>> = {
  removed: "The account is removed.",
  stays: "The account stays: another organization has it too.",
  none: "There is no account.",
};

/** Says what would go; with `yes`, erases it. */
export function erasePerson(
  who: string,
  { yes, written, ...options }: Options & { yes?: true; written?: true },
): Promise<void> {
  return withPerson(who, options, async ({ context, asked }) => {
    const input = { ...asked, written: written ? ("erase" as const) : ("keep" as const) };
    const { parts, account, keys } = await run(implementationOf(personPreview), input, context);
    for (const { what, count, fate } of parts) console.log(`${count} ${what}: ${IN_WORDS[fate]}`);
    if (keys.length > 0) console.log(`Keys: ${keys.map(({ name }) => name).join(", ")}`);
    console.log(ACCOUNTS[account]);
    if (!yes)
      throw new CliError("no", "Nothing was erased. Add --yes to erase it; only a backup can bring it back.");
    await run(implementationOf(personErase), input, context);
    console.log("Erased. Earlier backups and exports still contain it until you delete them.");
  });
}
