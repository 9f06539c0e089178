import type { Register } from "../command";

type PersonOptions = { organization?: string; name?: string[] };

/**
 * What an administrator does on the server itself, with the database. Only there is the program that does it: a copy of
 * the command line on another machine says so.
 */
export const local: Register = (program, { io }) => {
  const here = () => import("../administration");
  program
    .command("migrate")
    .description("on the server: migrate the database to the current state")
    .option(
      "--take-over",
      "let a baseline replace the migrations it was made from; back up the database first",
    )
    .action(async (options: { takeOver?: true }) => (await here()).migrate(options));
  program
    .command("serve")
    .description(
      "on the server: serve the API without the dashboard, beside the web processes of the same database",
    )
    .requiredOption("--api", "the API: REST, MCP, mem0's paths, webhooks, health and metrics")
    .action(async () => (await here()).serve());
  program
    .command("sign-in-link")
    .description("on the server: print a one-time sign-in link to one organization")
    .argument("[email]", "whose link; default: the first owner")
    .option("--organization <slug>", "for which organization; default: the person's only one, or the first")
    .action(async (email: string | undefined, options: { organization?: string }) =>
      (await here()).signInLink(email, options),
    );
  program
    .command("organization-create")
    .description("on the server: create another organization, and print a sign-in link for its owner")
    .argument("<slug>", "its short name, such as payments-team")
    .requiredOption("--owner <email>", "address of its owner, who may have an account here")
    .option("--name <name>", "its name; default: the slug")
    .option("--owner-name <name>", "name of an owner who is new here; default: the address")
    .action(async (slug: string, options: { name?: string; owner: string; ownerName?: string }) =>
      (await here()).organizationCreate(slug, options),
    );
  program
    .command("backup")
    .description(
      "on the server: write a consistent copy of everything in the database; on the embedded one others wait meanwhile",
    )
    .argument("<file>")
    .option("--force", "replace an existing file")
    .action(async (name: string, options: { force?: true }) => (await here()).backup(io, name, options));
  program
    .command("restore")
    .description("on the server: fill an empty database from a backup")
    .argument("<file>")
    .option("--force", "embedded only: move the existing database aside first")
    .action(async (name: string, options: { force?: true }) => (await here()).restore(io, name, options));
  program
    .command("install-engine")
    .description("on the server: install the native engine, which embeds several times as fast")
    .option("--remove", "remove it again")
    .action(async (options: { remove?: true }) =>
      (await import("../install-engine")).installEngine({ remove: options.remove === true }),
    );
  const person = program.command("person").description("on the server: what is stored about somebody");
  const whom = "an e-mail address, or a developer's name in reviews";
  person
    .command("export")
    .description("on the server: write what is stored about somebody and by them as JSON Lines")
    .argument("<who>", whom)
    .argument("<file>")
    .option("--name <name...>", "other names of the person")
    .option("--organization <slug>", "if there are several")
    .action(async (who: string, file: string, options: PersonOptions) =>
      (await import("../personal-data")).exportPersonTo(io, who, file, options),
    );
  person
    .command("erase")
    .description("on the server: show what erasing somebody removes, and with --yes erase it")
    .argument("<who>", whom)
    .option("--name <name...>", "other names of the person")
    .option("--organization <slug>", "if there are several")
    .option(
      "--written",
      "also their memories and comments; otherwise these stay, attributed to a former member",
    )
    .option("--yes", "erase")
    .action(async (who: string, options: PersonOptions & { written?: true; yes?: true }) =>
      (await import("../personal-data")).erasePerson(who, options),
    );
};
