import { Argument, Command, CommanderError } from "commander";
import packageJson from "@/package.json";
import { type Cli, locally } from "./command";
import { account } from "./commands/account";
import { audit } from "./commands/audit";
import { ciResults } from "./commands/ci-results";
import { conversations } from "./commands/conversations";
import { exchange } from "./commands/exchange";
import { expectations } from "./commands/expectations";
import { failures } from "./commands/failures";
import { hook } from "./commands/hook";
import { keys } from "./commands/keys";
import { local } from "./commands/local";
import { mem0 } from "./commands/mem0";
import { memories } from "./commands/memories";
import { patterns } from "./commands/patterns";
import { preferences } from "./commands/preferences";
import { probes } from "./commands/probes";
import { reviews } from "./commands/reviews";
import { scale } from "./commands/scale";
import { server } from "./commands/server";
import { sessions } from "./commands/sessions";
import { skills } from "./commands/skills";
import { tasks } from "./commands/tasks";
import { verify } from "./commands/verify";
import { completionScript, SHELLS } from "./completion";
import { EXIT_CODES, explain } from "./exit";
import { oneOf } from "./input";
import { hasColor, type Io } from "./io";
import { paintOf } from "./table";
import { treeOf } from "./tree";

/** The command tree. Nothing is asked or loaded until one of its commands runs. */
export function createProgram(cli: Cli): Command {
  const program = new Command("casebook")
    .description(packageJson.description)
    .version(packageJson.version, "-V, --version", "print the version")
    .option("--json", "print the API's JSON answer, for programs")
    .option("--url <address>", "use this Casebook instead of the stored one")
    .option("--no-color", "no colours, as in a pipe or with NO_COLOR")
    .helpCommand(false)
    .showHelpAfterError("(run casebook --help for help)");
  for (const register of [
    memories,
    expectations,
    sessions,
    conversations,
    hook,
    reviews,
    preferences,
    verify,
    probes,
    skills,
    tasks,
    failures,
    patterns,
    ciResults,
    keys,
    exchange,
    mem0,
    audit,
    server,
    account,
    local,
    scale,
  ])
    register(program, cli);
  program
    .command("completion")
    .description("print a script for shell completion of commands and options")
    .addArgument(new Argument("<shell>", "your shell").choices(SHELLS))
    .action(
      locally(cli, async (voice, shell: string) => {
        await voice.say(completionScript(oneOf(SHELLS, shell), treeOf(program)).trimEnd());
        return undefined;
      }),
    );
  // Commands are made before this, and each has settings of its own.
  for (const command of [program, ...below(program)])
    command.exitOverride().configureOutput({
      writeOut: (text) => cli.io.stdout.write(text),
      writeErr: (text) => cli.io.stderr.write(text),
      getOutHelpWidth: () => cli.io.stdout.columns ?? 80,
      getErrHelpWidth: () => cli.io.stderr.columns ?? 80,
    });
  return program;
}

function below(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...below(child)]);
}

/**
 * One call of the command line.
 * @returns the exit code, see `EXIT_CODES`. Never throws.
 */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const cli: Cli = { io, outcome: { exit: "ok" } };
  try {
    await createProgram(cli).parseAsync(args, { from: "user" });
    return EXIT_CODES[cli.outcome.exit].code;
  } catch (error) {
    // An agent's hook never fails, whatever was wrong with the call.
    const is_hook = args[0] === "hook";
    if (error instanceof CommanderError) {
      const code = error.exitCode === 0 || is_hook ? EXIT_CODES.ok : EXIT_CODES.usage;
      return code.code;
    }
    const { exit, message } = explain(error);
    const paint = paintOf(hasColor(io, io.stderr));
    io.stderr.write(`${paint("red", "casebook:")} ${message}\n`);
    if (is_hook) return EXIT_CODES.ok.code;
    return EXIT_CODES[exit].code;
  }
}
