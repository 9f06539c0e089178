import type { Command } from "commander";

/** A node of the command tree, as completion and documentation read it. */
export type Node = {
  /** From the program on, such as `casebook skills pull`. */
  path: string[];
  description: string;
  usage: string;
  arguments: { name: string; description: string; choices: readonly string[]; is_file: boolean }[];
  options: { flags: string; long: string; short: string | null; description: string; takes_value: boolean }[];
  children: Node[];
};

/** The tree below a command, without help, which is everywhere. */
export function treeOf(command: Command, above: readonly string[] = []): Node {
  const path = [...above, command.name()];
  return {
    path,
    description: command.description(),
    usage: command.usage(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      choices: argument.argChoices ?? [],
      is_file: /file|folder|path/.test(argument.name()),
    })),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map((option) => ({
        flags: option.flags,
        long: option.long ?? option.flags,
        short: option.short ?? null,
        description: option.description,
        takes_value: option.required || option.optional,
      })),
    children: command.commands.map((child) => treeOf(child, path)),
  };
}

/** A node and everything below it. */
export function walk(node: Node): Node[] {
  return [node, ...node.children.flatMap(walk)];
}
