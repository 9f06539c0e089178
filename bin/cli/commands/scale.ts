import { InvalidArgumentError } from "commander";
import { locally, type Register } from "../command";

type CitusOptions = { check?: true; plan?: true; shards?: number };

/** What an administrator does with the database of an installation that outgrows one server. */
export const scale: Register = (program, cli) => {
  const group = program
    .command("scale")
    .description("on the server: spread the database over several servers");
  group
    .command("citus")
    .description(
      "place the tables on a Citus cluster by organization, with Casebook stopped; killed and run again it goes on",
    )
    .option("--check", "only say what stands against it")
    .option("--plan", "only say which table goes where, in order")
    .option("--shards <number>", "into how many parts each table is cut; default: the server's, 32", shards)
    .action(
      locally(cli, async (voice, options: CitusOptions) =>
        (await import("../administration")).scaleCitus(voice, options),
      ),
    );
};

function shards(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 1024)
    throw new InvalidArgumentError("It is a whole number from 1 to 1024.");
  return number;
}
