import { type ParseArgsConfig, parseArgs } from "node:util";
import { messageOf } from "@/lib/kernel/errors";

/**
 * The options that a program was started with. Asked for `--help` it prints `help` and ends with 0; of an option that it
 * does not know it says so, with the help, and ends with 2.
 */
export function readOptions<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  options: Options,
  help: string,
) {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    console.log(help);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${help}`);
    process.exit(2);
  }
}
