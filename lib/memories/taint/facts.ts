import { groupBy } from "@/lib/kernel/group-by";
import { factFileOf, nameOf } from "./fact-files";
import { ownerOf } from "./known-hosts";

/** What a repository says of itself at a commit, as far as instructions about it are judged by it. */
export type RepositoryFacts = {
  /** Names in manifests and lock files, and packages that its documents and checks install; lower case. */
  packages: ReadonlySet<string>;
  /** Scripts, targets and programs that its manifests, documents and checks name; lower case. */
  tools: ReadonlySet<string>;
  /** Hosts of the addresses in it, and of hosts of code with the owner, of others also what one owner has; lower case. */
  hosts: ReadonlySet<string>;
  /** Addresses that are fetched and run in it, without their scheme. */
  addresses: ReadonlySet<string>;
  /** Lines of code in its documents and checks, as `commandKey` writes them. */
  commands: ReadonlySet<string>;
  /** Every file by its base name in lower case, with the paths that have it. */
  files: ReadonlyMap<string, readonly string[]>;
};

/** Addresses, without what ends a sentence or a link around them. */
export const ADDRESS = /\b(?:https?|ftp|wss?):\/\/[^\s<>"'`|\\^{}]+/gi;

export type Address = { host: string; path: string; query: string };

/** The parts of an address; null when it is none. */
export function parseAddress(address: string): Address | null {
  const trimmed = address.replace(/(?:[.,;:!?*_]|\)(?=[^(]*$)|\](?=[^[]*$))+$/, "");
  if (!URL.canParse(trimmed)) return null;
  const { hostname, pathname, search } = new URL(trimmed);
  return { host: hostname.toLowerCase().replace(/^www\./, ""), path: pathname, query: search };
}

/** Where everybody may publish: a host of these says nothing, its owner does. */
const CODE_HOSTS: Record<string, string> = {
  "github.com": "github.com",
  "raw.githubusercontent.com": "github.com",
  "gist.github.com": "gist.github.com",
  "gist.githubusercontent.com": "gist.github.com",
  "codeload.github.com": "github.com",
  "api.github.com": "api.github.com",
  "gitlab.com": "gitlab.com",
  "bitbucket.org": "bitbucket.org",
  "codeberg.org": "codeberg.org",
  "huggingface.co": "huggingface.co",
};

/** How a host is named among the facts: of a host of code with its owner. */
export function hostKey({ host, path }: Address): string {
  const code = CODE_HOSTS[host];
  if (code === undefined) return host;
  const [owner = ""] = path.split("/").filter((part) => part !== "" && part !== "repos");
  return `${code}/${owner.toLowerCase()}`;
}

/** A page about a project or a discussion at a host of code, which holds no text that is fetched as it is. */
export const isProjectPage = ({ host, path, query }: Address): boolean =>
  CODE_HOSTS[host] === host &&
  host !== "gist.github.com" &&
  query === "" &&
  /^(?:\/[^/]*){0,2}\/?$|^\/[^/]+\/[^/]+\/(?:issues|pulls?|discussions|releases|wiki|actions|-\/issues|-\/merge_requests)\b[^?]*$/.test(
    path,
  );

export const isCodeHost = (host: string): boolean => Object.hasOwn(CODE_HOSTS, host);

const NAME = /@?[a-z0-9][a-z0-9@._+/-]*/g;

/** Names in a text: what stands between spaces, quotation marks and signs of versions. */
export function namesIn(text: string): string[] {
  return (text.toLowerCase().match(NAME) ?? []).flatMap((name) => {
    const bare = name.replace(/[._/-]+$/, "");
    const at = bare.lastIndexOf("@");
    const plain = at > 0 ? bare.slice(0, at) : bare;
    const module = /(?:^|\/)node_modules\/(.+)$/.exec(plain)?.[1];
    if (module === undefined) return [bare, plain];
    return [bare, plain, module];
  });
}

const TARGET = /^([A-Za-z0-9_][\w.%/-]*(?:[ \t]+[\w./-]+)*)[ \t]*:(?!=)/gm;

const RECIPE = /^@?([A-Za-z_][\w-]*)(?:[ \t]+[^:=\n]*)?:(?!=)/gm;

const KEYED = /["']?([A-Za-z][\w:.-]*)["']?\s*[:=]/g;

/** Names of scripts, targets and recipes that a manifest or a build file defines. */
function definedIn(text: string): string[] {
  const targets = [...text.matchAll(TARGET)].flatMap(([, names = ""]) => names.split(/[ \t]+/));
  const recipes = [...text.matchAll(RECIPE)].map(([, name = ""]) => name);
  const keys = [...text.matchAll(KEYED)].map(([, name = ""]) => name);
  return [...targets, ...recipes, ...keys].map((name) => name.toLowerCase());
}

const CODE = /```[\s\S]*?```|`[^`\n]+`|^(?: {4}|\t|\$ ).*$/gm;

/** The code in a document. */
export const codeIn = (markdown: string): string => (markdown.match(CODE) ?? []).join("\n");

/** What a manifest says in prose names no package. */
const PROSE_FIELD = /"?(?:description|keywords|authors?|contributors)"?\s*[:=]\s*(?:"[^"\n]*"|\[[^\]]*\])/g;

/** A command as it is compared: without a prompt, a comment and how it is spaced. */
export const commandKey = (line: string): string =>
  line
    .trim()
    .replace(/^(?:[-*] )?(?:run: )?(?:\$ )?/, "")
    .replace(/\s+#.*$/, "")
    .replace(/\s+/g, " ");

const MAX_COMMAND = 300;

function* commandsIn(code: string): Generator<string> {
  for (const line of code.split(/\n|`/)) {
    const command = commandKey(line);
    if (command.length > 2 && command.length <= MAX_COMMAND) yield command;
  }
}

/** How many files of a repository the names of files are kept of. */
const MAX_FILES = 100_000;

/**
 * The facts of a repository from its paths and the files of it that `factFileOf` names. Names are taken as they stand,
 * whatever the language of the manifest: what a reviewed file of the repository writes is known to it.
 */
export function factsOf({
  name,
  paths,
  texts,
}: {
  /** As owner/name. */
  name: string;
  paths: readonly string[];
  texts: readonly { path: string; text: string }[];
}): RepositoryFacts {
  // It may install itself.
  const packages = new Set(namesIn(name.replace("/", " ")));
  const tools = new Set<string>();
  const hosts = new Set<string>([`github.com/${name.split("/")[0]?.toLowerCase()}`]);
  const addresses = new Set<string>();
  const commands = new Set<string>();
  for (const { path, text } of texts) {
    const kind = factFileOf(path);
    const code = kind === "document" ? codeIn(text) : text.replace(PROSE_FIELD, "");
    for (const word of namesIn(code)) {
      packages.add(word);
      if (kind !== "lock") tools.add(word);
    }
    if (kind === "manifest" || kind === "build") for (const defined of definedIn(text)) tools.add(defined);
    if (kind === "lock") continue;
    if (kind !== "manifest") for (const command of commandsIn(code)) commands.add(command);
    for (const [written] of text.matchAll(ADDRESS)) {
      const address = parseAddress(written);
      if (!address) continue;
      hosts.add(hostKey(address));
      if (!isCodeHost(address.host)) hosts.add(ownerOf(address.host));
      addresses.add(`${address.host}${address.path}`);
    }
  }
  return { packages, tools, hosts, addresses, commands, files: groupBy(paths.slice(0, MAX_FILES), nameOf) };
}
