import { type Node, walk } from "./tree";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** A shell's script that completes commands, options and fixed arguments, made from the command tree. */
export function completionScript(shell: Shell, root: Node): string {
  return { bash, zsh, fish }[shell](root);
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const firstSentence = (text: string) => text.split(/[;.] |; /)[0] ?? "";

/** What may follow a command: its own commands, fixed arguments, options and those of the program. */
function wordsOf(node: Node, root: Node): { word: string; description: string }[] {
  const options = new Set([...node.options, ...root.options]);
  return [
    ...node.children.map(({ path, description }) => ({ word: path.at(-1) ?? "", description })),
    ...node.arguments.flatMap(({ choices, description }) => choices.map((word) => ({ word, description }))),
    ...[...options].flatMap(({ long, short, description }) =>
      [long, short].flatMap((word) => {
        if (word === null) return [];
        return [{ word, description }];
      }),
    ),
    { word: "--help", description: "show help" },
  ];
}

/** The words between the program's name and the cursor that are commands, as a shell joins them. */
const placeOf = (node: Node) => node.path.slice(1).join(" ");
const commandWords = (root: Node) => [...new Set(walk(root).flatMap(({ path }) => path.slice(1)))];
/** The shell's assignment for a command that takes a file. */
const filesOf = (node: Node) => {
  if (node.arguments.some(({ is_file }) => is_file)) return " files=1";
  return "";
};

function bash(root: Node): string {
  const [name = ""] = root.path;
  const cases = walk(root).map(
    (node) =>
      `    ${quoted(placeOf(node))}) words=${quoted(
        wordsOf(node, root)
          .map(({ word }) => word)
          .join(" "),
      )}` + `${filesOf(node)} ;;`,
  );
  return `# ${name} completion bash; use: source <(${name} completion bash)
_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" place="" word words="" files="" next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      -*) ;;
      *)
        next="\${place:+$place }$word"
        case "$next" in
${walk(root)
  .slice(1)
  .map((node) => `          ${quoted(placeOf(node))}) place="$next" ;;`)
  .join("\n")}
        esac
        ;;
    esac
  done
  case "$place" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n "$files" && "$current" != -* ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _${name} ${name}
`;
}

function zsh(root: Node): string {
  const [name = ""] = root.path;
  const escaped = (text: string) => text.replaceAll("\\", "\\\\").replaceAll(":", "\\:");
  const cases = walk(root).map((node) => {
    const words = wordsOf(node, root).map(
      ({ word, description }) => `      ${quoted(`${escaped(word)}:${escaped(firstSentence(description))}`)}`,
    );
    return `    ${quoted(placeOf(node))})\n      words=(\n  ${words.join("\n  ")}\n      )${filesOf(node)} ;;`;
  });
  return `#compdef ${name}
# ${name} completion zsh; use: source <(${name} completion zsh)
_${name}() {
  local place="" word next files=""
  local -a words typed
  typed=("\${(@)words[2,CURRENT-1]}")
  typed=(\${(z)BUFFER})
  for word in "\${(@)typed[2,CURRENT-1]}"; do
    next="\${place:+$place }$word"
    case "$next" in
${walk(root)
  .slice(1)
  .map((node) => `      ${quoted(placeOf(node))}) place="$next" ;;`)
  .join("\n")}
    esac
  done
  words=()
  case "$place" in
${cases.join("\n")}
  esac
  _describe -t commands ${quoted(name)} words
  [[ -n "$files" ]] && _files
}
compdef _${name} ${name}
`;
}

/** When fish completes a line: where all of these hold. */
function fishCondition(conditions: readonly (string | false)[]): string {
  const kept = conditions.filter(Boolean);
  if (kept.length === 0) return "";
  return ` -n ${quoted(kept.join("; and "))}`;
}

function fish(root: Node): string {
  const [name = ""] = root.path;
  const all = commandWords(root);
  const lines = walk(root).flatMap((node) => {
    const place = node.path.slice(1);
    const children = node.children.map(({ path }) => path.at(-1) ?? "");
    const inside = place.map((word) => `__fish_seen_subcommand_from ${word}`);
    const outside = node === root ? all : children;
    const when = fishCondition([
      ...inside,
      outside.length > 0 && `not __fish_seen_subcommand_from ${outside.join(" ")}`,
    ]);
    const options = node.options.map(({ long, short, description, takes_value }) => {
      const flags = [
        ` -l ${long.replace(/^--/, "")}`,
        short !== null && ` -s ${short.replace(/^-/, "")}`,
        takes_value && " -r",
      ];
      const about = ` -d ${quoted(firstSentence(description))}`;
      return `complete -c ${name}${fishCondition(inside)}${flags.filter(Boolean).join("")}${about}`;
    });
    return [
      ...node.children.map(
        ({ path, description }) =>
          `complete -c ${name} -f${when} -a ${path.at(-1)} -d ${quoted(firstSentence(description))}`,
      ),
      ...node.arguments
        .filter(({ choices }) => choices.length > 0)
        .map(({ choices }) => `complete -c ${name} -f${when} -a ${quoted(choices.join(" "))}`),
      ...options,
    ];
  });
  return `# ${name} completion fish; use: ${name} completion fish | source\n${lines.join("\n")}\n`;
}
