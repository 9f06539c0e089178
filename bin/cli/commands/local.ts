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
    .description("on the server: print a one-time sign-in link")
    .argument("[email]", "whose; default: the first owner")
    .action(async (email?: string) => (await here()).signInLink(email));
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
