import type { Register } from "../command";

/**
 * What an administrator does on the server itself, with the database. Only there is the program that does it: a copy of
 * the command line on another machine says so.
 */
export const local: Register = (program, { io }) => {
  const here = () => import("../administration");
  program
    .command("migrate")
    .description("on the server: bring the database to the current state")
    .option(
      "--take-over",
      "let a baseline replace the migrations that it was made from; back the database up first",
    )
    .action(async (options: { takeOver?: true }) => (await here()).migrate(options));
  program
    .command("sign-in-link")
    .description("on the server: print a one-time sign-in link to one organization")
    .argument("[email]", "whose; default: the first owner")
    .option("--organization <slug>", "to which; default: the only one of that person, or the first")
    .action(async (email: string | undefined, options: { organization?: string }) =>
      (await here()).signInLink(email, options),
    );
  program
    .command("organization-create")
    .description("on the server: make another organization, and print a sign-in link for its owner")
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
      "on the server: write a consistent copy of everything in the database; others go on working meanwhile",
    )
    .argument("<file>")
    .action(async (name: string) => (await here()).backup(io, name));
  program
    .command("restore")
    .description("on the server: fill an empty database from a backup")
    .argument("<file>")
    .option("--force", "embedded only: move the present database aside first")
    .action(async (name: string, options: { force?: true }) => (await here()).restore(io, name, options));
};
