import { randomBytes } from "node:crypto";
import { mkdir, readFile as readFileFromDisk, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import { createLineIndex, type LineIndex, lineSet } from "../anchoring/line-index";
import { withoutWhitespace } from "../anchoring/text";
import {
  type Commit,
  isFullOid,
  kindOf,
  MOST_HELD_FILES,
  parseOid,
  parseRef,
  parseRepositoryPath,
  type Rename,
  type RepositorySource,
  SourceError,
  type TreeEntry,
  type TreeFiles,
} from "../repositories/source";
import { FILE_HISTORY_FORMAT, type HeldHistory, readFileHistory } from "./file-history";
import {
  createObjectReader,
  type GitObject,
  type GitOutcome,
  type InheritedEnvironment,
  runGit,
} from "./git-process";

/** How git is run. Every field has a default that suits a server. */
export interface GitOptions {
  /** Variables handed on to git (PATH, HOME, SSH_AUTH_SOCK, proxies). Default: a plain PATH and nothing else. */
  inherit?: InheritedEnvironment;
  /** Milliseconds a local call may take; default 15,000. */
  timeout_ms?: number;
  /** Files larger than this are told by their size only; default 8 MB. */
  max_blob_bytes?: number;
}

export interface CloneOptions extends GitOptions {
  /** Also accept absolute paths and file:// URLs. Default false: a path is a right to read this server's disk. */
  allow_file_paths?: boolean;
  /** Milliseconds for the whole transfer; default 10 minutes. */
  transfer_timeout_ms?: number;
  /** The value of an Authorization header for https; it is kept off the command line and is stored nowhere. */
  authorization?: string;
  /** IP addresses that the host was found to have: git connects to these over https, whatever the name says then. */
  addresses?: readonly string[];
}

/** A git repository on this server. */
export interface GitSource extends RepositorySource {
  /** The folder git works on, symbolic links resolved. */
  readonly git_dir: string;
}

const LOCAL_TIMEOUT_MS = 15_000;
const TRANSFER_TIMEOUT_MS = 600_000;
const MAX_BLOB_BYTES = 8_000_000;
const MAX_OUTPUT_BYTES = 64_000_000;
const IDLE_MS = 30_000;
const RENAME_LIMIT = 2000;
/** Larger files are not looked into when a text is searched. */
const MOST_INDEXED_BYTES = 1_000_000;
const BLOBS_AT_ONCE = 200;
const NO_LINES = new Int32Array(0);
const DETECT_RENAMES = [
  "-M",
  `-l${RENAME_LIMIT}`,
  "--diff-filter=R",
  "--name-status",
  "-z",
  "--no-ext-diff",
  "--no-textconv",
];
/** Lines of one `git grep`: each costs a pass over the tree, and all of them stand on the command line. */
const LINES_A_SEARCH = 100;
/** A line in more files than this tells nothing about where a text went. */
const FILES_A_LINE = 100;
const LONGEST_NEEDLE = 1000;

const sources = new LRUCache<string, GitSource>({
  max: 64,
  dispose: (source) => {
    void source.close();
  },
});

/** Contents are immutable under their ids, so one cache serves all repositories; keys begin with the repository. */
const blobs = new LRUCache<string, Buffer>({
  maxSize: 32_000_000,
  sizeCalculation: (bytes) => bytes.length + 200,
});

/** The lines of blobs, see {@link lineSet}; at most 40 MB. */
const line_sets = new LRUCache<string, Int32Array>({
  maxSize: 40_000_000,
  sizeCalculation: (set) => set.byteLength + 200,
});

/** What commits did to files; keys are the repository and both commits. */
const histories = new LRUCache<string, HeldHistory>({
  maxSize: 200_000,
  sizeCalculation: ({ changes }) => changes + 1,
});
const HISTORY_BYTES = 24_000_000;

type TreeEntries = ReadonlyMap<string, { mode: string; oid: string }>;
const trees = new LRUCache<string, TreeEntries>({
  maxSize: 200_000,
  sizeCalculation: (tree) => tree.size + 1,
});

/**
 * Opens a bare or working repository by the absolute path of its top folder. Opening it again gives the same source.
 * `not_a_repository` when the folder does not exist or is no repository; parent folders are not searched.
 */
export async function openLocal(path: string, options: GitOptions = {}): Promise<GitSource> {
  const git_dir = await resolveGitDir(path);
  const known = sources.get(git_dir);
  if (known) return known;
  const probe = await runGit({
    args: [`--git-dir=${git_dir}`, "rev-parse", "--git-dir"],
    inherit: options.inherit ?? {},
    timeout_ms: options.timeout_ms ?? LOCAL_TIMEOUT_MS,
    max_bytes: 8192,
  });
  if (probe.exit_code !== 0) throw notARepository();
  const source = createSource(git_dir, options);
  sources.set(git_dir, source);
  return source;
}

function notARepository(cause?: unknown): SourceError {
  return new SourceError("not_a_repository", "There is no git repository in this folder.", { cause });
}

/** The folder git works on, of a bare or a working repository. `not_a_repository` when there is none. */
export async function resolveGitDir(path: string): Promise<string> {
  if (!isAbsolute(path) || path.includes("\0")) {
    throw new SourceError("not_a_repository", "The path of a repository must be absolute.");
  }
  try {
    const top = await realpath(path);
    const dot_git = join(top, ".git");
    const entry = await stat(dot_git).catch(() => null);
    if (entry?.isDirectory()) return await realpath(dot_git);
    if (entry?.isFile()) {
      // A linked worktree or a submodule: the file names the folder.
      const [, target] = /^gitdir: (.+)$/m.exec(await readFileFromDisk(dot_git, "utf8")) ?? [];
      if (target === undefined) throw notARepository();
      return await realpath(resolve(top, target));
    }
    if ((await stat(join(top, "HEAD"))).isFile() && (await stat(join(top, "objects"))).isDirectory())
      return top;
    throw notARepository();
  } catch (cause) {
    throw cause instanceof SourceError ? cause : notARepository(cause);
  }
}

function createSource(git_dir: string, options: GitOptions): GitSource {
  const inherit = options.inherit ?? {};
  const timeout_ms = options.timeout_ms ?? LOCAL_TIMEOUT_MS;
  const reader = createObjectReader({
    git_dir,
    inherit,
    max_object_bytes: options.max_blob_bytes ?? MAX_BLOB_BYTES,
    timeout_ms,
    idle_ms: IDLE_MS,
  });
  const roots = new LRUCache<string, string>({ max: 2000 });
  const listings = new LRUCache<string, TreeFiles>({
    maxSize: 300_000,
    sizeCalculation: (files) => files.size + 1,
  });
  const renames = new LRUCache<string, readonly Rename[]>({ max: 200 });
  let chain: Chain | null = null;
  const indexes = new WeakMap<TreeFiles, LineIndex>();
  const run = (args: readonly string[]): Promise<GitOutcome> =>
    runGit({ args: [`--git-dir=${git_dir}`, ...args], inherit, timeout_ms, max_bytes: MAX_OUTPUT_BYTES });

  const reads = new Map<string, Promise<GitObject | null>>();

  /**
   * What an id stands for, which never changes: questions asked at the same time share one answer, so that a sweep
   * reads each blob once. Not for refs: an answer under way may be older than the push that made somebody ask.
   */
  function readObject(id: string): Promise<GitObject | null> {
    const under_way = reads.get(id);
    if (under_way) return under_way;
    const read = reader.read(id).finally(() => reads.delete(id));
    reads.set(id, read);
    return read;
  }

  async function runChecked(args: readonly string[]): Promise<string> {
    const { exit_code, stdout, stderr } = await run(args);
    if (exit_code === 0) return stdout.toString("utf8");
    if (/bad object|bad revision|unknown revision|invalid revision/i.test(stderr)) {
      throw new SourceError("unknown_ref", "The repository does not have this commit.");
    }
    throw new SourceError("unreachable", `The repository cannot be read. ${lastLine(stderr)}`.trim());
  }

  /** The commit behind a name; its tree is remembered, as the next question is usually about a file in it. */
  async function commitOf(name: string): Promise<string | null> {
    const peeled = `${name}^{commit}`;
    const object = await (isFullOid(name) ? readObject(peeled) : reader.read(peeled));
    if (object?.type !== "commit" || !object.bytes) return null;
    const [, tree] = /^tree ([0-9a-f]+)\n/.exec(object.bytes.subarray(0, 80).toString("latin1")) ?? [];
    if (tree !== undefined) roots.set(object.oid, tree);
    return object.oid;
  }

  async function resolveRef(ref = "HEAD"): Promise<string> {
    const name = parseRef(ref);
    // Branches first: a tag of the same name must not decide what a push to the branch is checked against.
    const candidates = isFullOid(name)
      ? [name]
      : name === "HEAD" || name.startsWith("refs/")
        ? [name]
        : [`refs/heads/${name}`, `refs/tags/${name}`, `refs/remotes/${name}`, `refs/remotes/origin/${name}`];
    if (/^[0-9a-f]{7,63}$/.test(name)) candidates.push(name);
    for (const candidate of candidates) {
      const commit = await commitOf(candidate);
      if (commit) return commit;
    }
    throw new SourceError(
      "unknown_ref",
      name === "HEAD"
        ? "The repository has no commits yet."
        : `The repository has no branch, tag or commit ${name}.`,
    );
  }

  async function rootOf(commit: string): Promise<string> {
    const known = roots.get(parseOid(commit));
    if (known) return known;
    const found = await commitOf(commit);
    const root = found ? roots.get(found) : undefined;
    if (root === undefined) throw new SourceError("unknown_ref", `The repository has no commit ${commit}.`);
    return root;
  }

  async function treeOf(oid: string): Promise<TreeEntries> {
    const key = `${git_dir}\0${oid}`;
    const known = trees.get(key);
    if (known) return known;
    const object = await readObject(oid);
    if (object?.type !== "tree") {
      throw new SourceError(
        "unreachable",
        "The repository lacks a folder of this commit; is it a partial clone?",
      );
    }
    if (!object.bytes) throw new SourceError("refused", "A folder of this commit is too large to read.");
    const tree = parseTree(object.bytes, oid.length / 2);
    trees.set(key, tree);
    return tree;
  }

  async function entryAt(commit: string, path: string): Promise<{ mode: string; oid: string } | null> {
    const segments = parseRepositoryPath(path).split("/");
    let entry = { mode: "040000", oid: await rootOf(commit) };
    for (const segment of segments) {
      if (entry.mode !== "040000") return null;
      const next = (await treeOf(entry.oid)).get(segment);
      if (!next) return null;
      entry = next;
    }
    return entry;
  }

  async function readBlob(oid: string): Promise<Buffer | null> {
    const key = `${git_dir}\0${parseOid(oid)}`;
    const known = blobs.get(key);
    if (known) return known;
    const object = await readObject(oid);
    if (object?.type !== "blob" || !object.bytes) return null;
    blobs.set(key, object.bytes);
    return object.bytes;
  }

  async function listFiles(commit: string): Promise<TreeFiles> {
    const root = await rootOf(commit);
    const known = listings.get(root);
    if (known) return known;
    const files = parseListing(await runChecked(["ls-tree", "-r", "-z", "--full-tree", root]));
    listings.set(root, files);
    return files;
  }

  /**
   * What the files of a commit hold, line by line. Only blobs not seen before are read, so that the next head costs
   * little. Null for a tree too large to be held: git searches that one itself.
   */
  async function indexOf(commit: string): Promise<LineIndex | null> {
    const files = await listFiles(commit);
    const known = indexes.get(files);
    if (known) return known;
    if (files.size > MOST_HELD_FILES) return null;
    const wanted = new Set<string>();
    for (const { kind, oid } of files.values())
      if (kind === "file" && !line_sets.has(`${git_dir}\0${oid}`)) wanted.add(oid);
    const oids = [...wanted];
    for (let start = 0; start < oids.length; start += BLOBS_AT_ONCE)
      await Promise.all(
        oids.slice(start, start + BLOBS_AT_ONCE).map(async (oid) => {
          const object = await readObject(oid);
          const small = object?.type === "blob" && object.bytes && object.size <= MOST_INDEXED_BYTES;
          line_sets.set(`${git_dir}\0${oid}`, small && object.bytes ? lineSet(object.bytes) : NO_LINES);
        }),
      );
    const index = createLineIndex(files, (oid) => line_sets.get(`${git_dir}\0${oid}`));
    indexes.set(files, index);
    return index;
  }

  async function renamesOfTrees(from: string, to: string): Promise<readonly Rename[]> {
    const key = `trees ${from}..${to}`;
    const known = renames.get(key);
    if (known) return known;
    const found = parseRenames(await runChecked(["diff", ...DETECT_RENAMES, from, to, "--"]), to);
    renames.set(key, found);
    return found;
  }

  async function renamesOfHistory(from: string, to: string): Promise<readonly Rename[]> {
    const key = `history ${from}..${to}`;
    const known = renames.get(key);
    if (known) return known;
    const found = await findRenamesOfHistory(from, to);
    renames.set(key, found);
    return found;
  }

  async function findRenamesOfHistory(from: string, to: string): Promise<readonly Rename[]> {
    const known = renamesInChain(chain, from, to);
    if (known) return known;
    // What a push adds, or what an older citation asks for, is walked alone and joined to what is known.
    const head = chain?.commits.at(-1);
    const base = chain?.commits[0];
    if (chain && head !== undefined && chain.positions.has(from)) {
      const added = await walk(head, to);
      if (added.joined) chain = joinChains(chain, added);
    } else if (chain && base !== undefined && chain.positions.has(to)) {
      const added = await walk(from, base);
      if (added.joined) chain = joinChains(added, chain);
    }
    const joined = renamesInChain(chain, from, to);
    if (joined) return joined;
    const walked = await walk(from, to);
    if (walked.joined) chain = walked;
    return walked.steps.map(({ rename }) => rename);
  }

  /** The renames on the first parents of `to` down to `from`; `joined` when `from` is one of them. */
  async function walk(from: string, to: string): Promise<Chain & { joined: boolean }> {
    const range = `${from}..${to}`;
    const [listing, output] = await Promise.all([
      runChecked(["rev-list", "--first-parent", "--parents", "--reverse", range, "--"]),
      runChecked([
        "log",
        "--first-parent",
        "-m",
        "--reverse",
        "--format=%x01%H",
        ...DETECT_RENAMES,
        range,
        "--",
      ]),
    ]);
    const rows = listing.split("\n").filter(Boolean);
    const [, parent = from] = rows[0]?.split(" ") ?? [];
    const commits = [
      from,
      ...rows.map((row) => row.slice(0, row.indexOf(" ") < 0 ? undefined : row.indexOf(" "))),
    ];
    const joined = parent === from && commits.at(-1) === to;
    return { ...chainOf(commits, parseRenames(output, to)), joined };
  }

  return {
    git_dir,
    resolveRef,
    headCommit: () => resolveRef("HEAD"),
    readBlob,

    async defaultBranch() {
      const { exit_code, stdout, stderr } = await run(["symbolic-ref", "--quiet", "HEAD"]);
      if (exit_code === 0)
        return stdout
          .toString("utf8")
          .trim()
          .replace(/^refs\/heads\//, "");
      if (exit_code === 1) return null;
      throw new SourceError("unreachable", `The repository cannot be read. ${lastLine(stderr)}`.trim());
    },

    async readFile(commit, path) {
      const entry = await entryAt(commit, path);
      if (!entry) return null;
      const kind = kindOf(entry.mode);
      const bytes = kind === "file" || kind === "symlink" ? await readBlob(entry.oid) : null;
      return { kind, blob_oid: entry.oid, mode: entry.mode, bytes };
    },

    async blobOid(commit, path) {
      const entry = await entryAt(commit, path);
      const kind = entry ? kindOf(entry.mode) : null;
      return entry && (kind === "file" || kind === "symlink") ? entry.oid : null;
    },

    async readBlobs(oids) {
      const wanted = [...new Set(oids)];
      const found = await Promise.all(wanted.map(readBlob));
      return new Map(wanted.map((oid, index) => [oid, found[index] ?? null]));
    },

    listFiles,

    async renamesBetween(from, to, by) {
      parseOid(from);
      parseOid(to);
      return by === "trees" ? renamesOfTrees(from, to) : renamesOfHistory(from, to);
    },

    async fileHistory(from, to) {
      const key = `${git_dir}\0${parseOid(from)}..${parseOid(to)}`;
      const known = histories.get(key);
      if (known) return known;
      if (from === to) return null;
      const { exit_code, stdout } = await runGit({
        args: [
          `--git-dir=${git_dir}`,
          "log",
          ...FILE_HISTORY_FORMAT,
          "-M",
          `-l${RENAME_LIMIT}`,
          `${from}..${to}`,
          "--",
        ],
        inherit,
        timeout_ms,
        max_bytes: HISTORY_BYTES,
      });
      if (exit_code !== 0) return null;
      const read = readFileHistory(stdout.toString("utf8"), from);
      if (read) histories.set(key, read);
      return read;
    },

    async similarFiles(commit, table, most) {
      return (await indexOf(commit))?.alike(table, most) ?? null;
    },

    async filesWithText(commit, lines) {
      const index = await indexOf(commit);
      if (index) return new Map(lines.map((line) => [line, index.holding(line, FILES_A_LINE)]));
      await rootOf(commit);
      const found = new Map(lines.map((line) => [withoutWhitespace(line), new Set<string>()]));
      const needles = [...new Set(lines)].filter((line) => line !== "" && line.length <= LONGEST_NEEDLE);
      for (let start = 0; start < needles.length; start += LINES_A_SEARCH) {
        const { exit_code, stdout } = await run([
          "grep",
          "-I",
          "-F",
          "-z",
          "--no-color",
          "--no-line-number",
          "--no-column",
          "--full-name",
          ...needles.slice(start, start + LINES_A_SEARCH).flatMap((line) => ["-e", line]),
          commit,
          "--",
        ]);
        // 1: nothing found. Worse happens where blobs are missing, as in a partial clone.
        if (exit_code > 1) return null;
        for (const [path, line] of parseMatches(stdout.toString("utf8"), commit)) {
          const paths = found.get(withoutWhitespace(line));
          if (paths && paths.size < FILES_A_LINE) paths.add(path);
        }
      }
      return new Map(lines.map((line) => [line, [...(found.get(withoutWhitespace(line)) ?? [])]]));
    },

    async log(count, commit) {
      if (!Number.isInteger(count) || count < 1 || count > 1000) {
        throw new SourceError("refused", "Between 1 and 1,000 commits can be listed.");
      }
      const start = commit === undefined ? await resolveRef("HEAD") : parseOid(commit);
      const format = "--format=%H%x1f%P%x1f%aI%x1f%an%x1f%s";
      const output = await runChecked(["log", "--first-parent", "-z", `-n${count}`, format, start, "--"]);
      return output.split("\0").filter(Boolean).map(parseCommit);
    },

    close: () => reader.close(),
  };
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

/** A raw tree object: `<mode> <name>\0<id>` for each entry. Names that are not UTF-8 cannot be asked for. */
function parseTree(bytes: Buffer, oid_bytes: number): TreeEntries {
  const entries = new Map<string, { mode: string; oid: string }>();
  for (let offset = 0; offset < bytes.length; ) {
    const space = bytes.indexOf(32, offset);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0) break;
    const mode = bytes.toString("latin1", offset, space).padStart(6, "0");
    entries.set(bytes.toString("utf8", space + 1, end), {
      mode,
      oid: bytes.toString("hex", end + 1, end + 1 + oid_bytes),
    });
    offset = end + 1 + oid_bytes;
  }
  return entries;
}

/** Commits that follow one another by first parents, oldest first, and the renames in them. */
type Chain = {
  commits: readonly string[];
  positions: ReadonlyMap<string, number>;
  /** `position` counts from the first of `commits`, whose own changes are not in it. */
  steps: readonly { position: number; rename: Rename }[];
};

function chainOf(commits: readonly string[], renames: readonly Rename[]): Chain {
  const positions = new Map(commits.map((commit, position) => [commit, position]));
  return {
    commits,
    positions,
    steps: renames.map((rename) => ({ position: positions.get(rename.commit) ?? 0, rename })),
  };
}

/** Two chains of which the second begins where the first ends. */
function joinChains(first: Chain, second: Chain): Chain {
  const renames = [...first.steps, ...second.steps].map(({ rename }) => rename);
  return chainOf([...first.commits, ...second.commits.slice(1)], renames);
}

/** Null when the chain does not reach from one commit to the other. */
function renamesInChain(chain: Chain | null, from: string, to: string): Rename[] | null {
  const first = chain?.positions.get(from);
  const last = chain?.positions.get(to);
  if (!chain || first === undefined || last === undefined || first > last) return null;
  return chain.steps
    .filter(({ position }) => position > first && position <= last)
    .map(({ rename }) => rename);
}

/** `ls-tree -r -z`: `<mode> <type> <id>\t<path>\0` for each leaf. */
function parseListing(output: string): TreeFiles {
  const files = new Map<string, TreeEntry>();
  for (const record of output.split("\0")) {
    const tab = record.indexOf("\t");
    if (tab < 0) continue;
    const [mode = "", , oid = ""] = record.slice(0, tab).split(" ");
    const kind = kindOf(mode);
    if (kind !== "directory") files.set(record.slice(tab + 1), { kind, mode, oid });
  }
  return files;
}

/** `grep -z`: `<commit>:<path>\0<line>\n` for each match. */
function* parseMatches(output: string, commit: string): Generator<[path: string, line: string]> {
  const prefix = `${commit}:`;
  for (let offset = 0; offset < output.length; ) {
    const end_of_path = output.indexOf("\0", offset);
    const end_of_line = output.indexOf("\n", end_of_path);
    if (end_of_path < 0 || end_of_line < 0) return;
    yield [output.slice(offset + prefix.length, end_of_path), output.slice(end_of_path + 1, end_of_line)];
    offset = end_of_line + 1;
  }
}

/** `--name-status -z`, perhaps with `%x01%H` before the files of each commit; `commit` is the one meant when not. */
function parseRenames(output: string, commit: string): Rename[] {
  const found: Rename[] = [];
  const tokens = output.split("\0");
  let at = commit;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = (tokens[index] ?? "").trimStart();
    if (token.startsWith("\u0001")) at = token.slice(1);
    else if (/^R\d+$/.test(token)) {
      const from = tokens[index + 1];
      const to = tokens[index + 2];
      if (from !== undefined && to !== undefined) found.push({ commit: at, from, to });
      index += 2;
    }
  }
  return found;
}

function parseCommit(record: string): Commit {
  const [commit = "", parents = "", authored_at = "", author_name = "", ...subject] = record.split("\u001f");
  return {
    commit,
    parents: parents.split(" ").filter(Boolean),
    author_name,
    authored_at,
    subject: subject.join("\u001f"),
  };
}

/** Where a repository is fetched from, in parts that are safe to log and to pass on. */
export interface Remote {
  protocol: "https" | "ssh" | "file";
  /** Null for `file`. Whether a host may be contacted is for the caller to decide. */
  host: string | null;
  /** What git is given: without credentials. */
  url: string;
  /** The value of an Authorization header made from credentials in the address; null when there were none. */
  authorization: string | null;
}

/**
 * Reads the address of a repository: https, ssh (also `user@host:path`) and, if allowed, an absolute path or file
 * URL. Everything else (`ext::` and other helpers, http, git, options in disguise) is `refused`.
 */
export function parseRemote(address: string, allow_file_paths = false): Remote {
  const refuse = (why: string): SourceError =>
    new SourceError("refused", `The address of the repository ${why}.`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (address === "" || address.length > 2048 || /[\u0000-\u0020\u007f]/.test(address)) {
    throw refuse("is empty, too long or holds white space");
  }
  if (address.startsWith("-")) throw refuse("must not begin with -");
  if (/^[a-z0-9+.-]+::/i.test(address)) throw refuse("must not name a helper program");
  if (isAbsolute(address) || address.startsWith("file:")) {
    if (!allow_file_paths) throw refuse("is a path on this server, which is not allowed here");
    const path = isAbsolute(address) ? address : filePathOf(address);
    if (path === null) throw refuse("is not a file on this server");
    return { protocol: "file", host: null, url: path, authorization: null };
  }
  const [, user, scp_host, scp_path] =
    /^(?:([\w.+][\w.+-]*)@)?([\w][\w.-]*):(?!\/\/)(.+)$/.exec(address) ?? [];
  if (scp_host !== undefined && scp_path !== undefined) {
    if (scp_path.startsWith("-")) throw refuse("has a path that begins with -");
    const login = user === undefined ? "" : `${user}@`;
    return { protocol: "ssh", host: scp_host, url: `${login}${scp_host}:${scp_path}`, authorization: null };
  }
  const url = /^\w+:\/\/[^/]/.test(address) && URL.canParse(address) ? new URL(address) : null;
  if (!url) throw refuse("cannot be read; use https://host/owner/name.git or git@host:owner/name.git");
  if (url.protocol !== "https:" && url.protocol !== "ssh:")
    throw refuse("must begin with https:// or ssh://");
  if (url.hostname === "" || !/^[\w[]/.test(url.hostname)) throw refuse("has no proper host");
  if (url.search !== "" || url.hash !== "") throw refuse("must not have a query or a fragment");
  const { hostname: host, username, password } = url;
  if (url.protocol === "ssh:") {
    if (!/^(?:[\w.+][\w.+-]*)?$/.test(username)) throw refuse("has an improper user");
    url.password = "";
    return { protocol: "ssh", host, url: url.href, authorization: null };
  }
  url.username = "";
  url.password = "";
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = credentials === ":" ? null : `Basic ${Buffer.from(credentials).toString("base64")}`;
  return { protocol: "https", host, url: url.href, authorization };
}

function filePathOf(address: string): string | null {
  try {
    return fileURLToPath(address);
  } catch {
    return null;
  }
}

const transfers = new Map<string, Promise<GitSource>>();

/**
 * Brings a repository into `managed_dir` (an absolute path, the bare repository's own folder): a clone the first time,
 * later a fetch of all branches and tags. What disappeared upstream disappears here too, but its commits stay
 * readable by id. A first clone appears whole or not at all; calls for the same folder share one transfer.
 * Rejects with `refused` (the address), `unreachable` (host, login, network) or `timeout`; an earlier state stays
 * usable through {@link openLocal}.
 */
export function cloneOrFetch(
  address: string,
  managed_dir: string,
  options: CloneOptions = {},
): Promise<GitSource> {
  const under_way = transfers.get(managed_dir);
  if (under_way) return under_way;
  const transfer = bringInto(address, managed_dir, options).finally(() => transfers.delete(managed_dir));
  transfers.set(managed_dir, transfer);
  return transfer;
}

async function bringInto(address: string, managed_dir: string, options: CloneOptions): Promise<GitSource> {
  const remote = parseRemote(address, options.allow_file_paths);
  if (!isAbsolute(managed_dir))
    throw new SourceError("refused", "The managed folder must be an absolute path.");
  // Told apart from a host that is down: a path without a repository will not get better by waiting.
  const url = remote.protocol === "file" ? await resolveGitDir(remote.url) : remote.url;
  if (await stat(managed_dir).catch(() => null)) {
    const source = await openLocal(managed_dir, options);
    await transferInto(source.git_dir, { ...remote, url }, options);
    return source;
  }
  await mkdir(dirname(managed_dir), { recursive: true, mode: 0o700 });
  const partial = join(
    dirname(managed_dir),
    `.${basename(managed_dir)}.${randomBytes(6).toString("hex")}.partial`,
  );
  try {
    await remoteCall(["init", "--quiet", "--bare", "--template=", partial], remote, options);
    await transferInto(partial, { ...remote, url }, options);
    await rename(partial, managed_dir);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process cloned the same repository first; its copy is as good.
    if (isTaken(error)) return openLocal(managed_dir, options);
    throw error;
  }
  return openLocal(managed_dir, options);
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOTEMPTY" || error.code === "EEXIST");
}

async function transferInto(git_dir: string, remote: Remote, options: CloneOptions): Promise<void> {
  const heads = await remoteCall(["ls-remote", "--symref", "--", remote.url, "HEAD"], remote, options);
  await remoteCall(
    [
      `--git-dir=${git_dir}`,
      "fetch",
      "--quiet",
      "--force",
      "--prune",
      "--no-tags",
      "--no-write-fetch-head",
      "--",
      remote.url,
      "+refs/heads/*:refs/heads/*",
      "+refs/tags/*:refs/tags/*",
    ],
    remote,
    options,
  );
  const [, branch] = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(heads) ?? [];
  if (branch === undefined) return;
  await remoteCall([`--git-dir=${git_dir}`, "symbolic-ref", "HEAD", `refs/heads/${branch}`], remote, options);
}

async function remoteCall(args: readonly string[], remote: Remote, options: CloneOptions): Promise<string> {
  const authorization = options.authorization ?? remote.authorization;
  const config: [string, string][] = [[`protocol.${remote.protocol}.allow`, "always"]];
  if (remote.protocol === "https" && authorization !== null) {
    config.push([`http.${new URL(remote.url).origin}/.extraHeader`, `Authorization: ${authorization}`]);
  }
  const { addresses = [] } = options;
  if (remote.protocol === "https" && addresses.length > 0) {
    const { hostname, port } = new URL(remote.url);
    config.push(["http.curloptResolve", `${hostname}:${port || 443}:${addresses.join(",")}`]);
  }
  const { exit_code, stdout, stderr } = await runGit({
    args,
    inherit: options.inherit ?? {},
    timeout_ms: options.transfer_timeout_ms ?? TRANSFER_TIMEOUT_MS,
    max_bytes: MAX_OUTPUT_BYTES,
    config,
  });
  if (exit_code === 0) return stdout.toString("utf8");
  throw new SourceError("unreachable", `The repository cannot be fetched. ${lastLine(stderr)}`.trim());
}
