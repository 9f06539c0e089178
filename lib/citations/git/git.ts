import { LRUCache } from "lru-cache";
import { createLineIndex, type LineIndex, lineSet } from "../anchoring/line-index";
import { withoutWhitespace } from "../anchoring/text";
import {
  isFullOid,
  kindOf,
  MOST_HELD_FILES,
  parseOid,
  parseRef,
  parseRepositoryPath,
  type Rename,
  SourceError,
  type TreeFiles,
} from "../repositories/source";
import { HISTORY_BYTES, histories, parseCommit } from "./commit-log";
import { FILE_HISTORY_FORMAT, readFileHistory } from "./file-history";
import { lastLine, notARepository, resolveGitDir } from "./git-dir";
import { createObjectReader, type GitObject, type GitOutcome, runGit } from "./git-process";
import {
  type GitOptions,
  type GitSource,
  LOCAL_TIMEOUT_MS,
  MAX_BLOB_BYTES,
  MAX_OUTPUT_BYTES,
} from "./options";
import {
  type Chain,
  chainOf,
  DETECT_RENAMES,
  joinChains,
  parseRenames,
  RENAME_LIMIT,
  renamesInChain,
} from "./renames";
import {
  BLOBS_AT_ONCE,
  FILES_A_LINE,
  LINES_A_SEARCH,
  LONGEST_NEEDLE,
  line_sets,
  MOST_INDEXED_BYTES,
  NO_LINES,
  parseMatches,
} from "./text-search";
import { blobs, parseListing, parseTree, type TreeEntries, trees } from "./trees";

const IDLE_MS = 30_000;

const sources = new LRUCache<string, GitSource>({
  max: 64,
  dispose: (source) => {
    void source.close();
  },
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
