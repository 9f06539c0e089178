import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Report } from "./report";
import { sendRaw } from "./sockets";
import { ask, byKey, type Target } from "./target";

const CANARY = "canary-of-a-file-outside";

function git(dir: string, ...args: string[]): void {
  const own = ["-c", "user.name=a", "-c", "user.email=a@example.test", "-c", "commit.gpgSign=false"];
  execFileSync("git", ["-C", dir, ...own, ...args], { stdio: "ignore" });
}

function makeRepository(dir: string, text: string): void {
  mkdirSync(path.join(dir, "skills/inside"), { recursive: true });
  writeFileSync(path.join(dir, "inside.ts"), `${text}\n`.repeat(5));
  writeFileSync(
    path.join(dir, "skills/inside/SKILL.md"),
    "---\nname: inside\ndescription: Inside.\n---\n# Inside\n",
  );
  execFileSync("git", ["init", "--quiet", dir]);
  git(dir, "add", ".");
  git(dir, "commit", "--quiet", "--message=first");
}

/** Below the folder whose repositories may be registered, and beside it. */
function makeFolders({ data_dir }: Target) {
  const stamp = String(Date.now());
  const root = path.join(data_dir, "demo", `attack-${stamp}`);
  const outside = path.join(data_dir, `outside-${stamp}`);
  makeRepository(outside, CANARY);
  const inside = path.join(root, "inside");
  makeRepository(inside, "inside");
  for (const [name, to] of [
    ["linked.ts", path.join(outside, "inside.ts")],
    ["linked-folder", outside],
    ["skills/linked", path.join(outside, "skills/inside")],
  ] as const)
    symlinkSync(to, path.join(inside, name));
  git(inside, "add", ".");
  git(inside, "commit", "--quiet", "--message=links");
  symlinkSync(outside, path.join(root, "linked"));
  return { root, outside, inside, stamp };
}

type Folders = ReturnType<typeof makeFolders>;
type Add = (tried: string, happened: string, held: boolean) => void;

const CITED = [
  "../../../../etc/passwd",
  "/etc/passwd",
  "./../inside.ts",
  "src/../../inside.ts",
  "..%2f..%2finside.ts",
  "%2e%2e/inside.ts",
  "..\\..\\inside.ts",
  "inside.ts\0.png",
  "inside.ts/../../../outside/inside.ts",
  ".git/config",
  ".git/HEAD",
  "linked.ts",
  "linked-folder/inside.ts",
  "HEAD:inside.ts",
  ":/first",
  "--output=/tmp/attacked",
  "-",
  "~root/.ssh/id_rsa",
  "file:///etc/passwd",
  "inside.ts\n../x",
];

export async function attackPaths(target: Target, report: Report): Promise<void> {
  const folders = makeFolders(target);
  const add: Add = (tried, happened, held) =>
    report.add({ attack: "paths and links", tried, happened, held });
  try {
    await attackRegistering({ target, folders, add });
    await attackFiles({ target, folders, add });
    await attackBySwapping({ target, folders, add });
    await attackAddresses({ target, add });
  } finally {
    rmSync(folders.root, { recursive: true, force: true });
    rmSync(folders.outside, { recursive: true, force: true });
  }
}

type Attacking = { target: Target; folders: Folders; add: Add };

const register = (target: Target, name: string, folder: string) =>
  ask(
    target.url,
    byKey(target, {
      method: "POST",
      path: "/api/v1/repositories",
      json: { name, source: { kind: "path", path: folder } },
    }),
  );

async function attackRegistering({ target, folders, add }: Attacking): Promise<void> {
  const { root, outside, stamp } = folders;
  const wanted = [
    outside,
    path.join(root, "linked"),
    `${root}/../../outside-${stamp}`,
    `${root}/inside/../../../outside-${stamp}`,
    `${root}/linked/.git`,
    `${outside}\0${root}/inside`,
    `${root}%2f..%2f..%2foutside-${stamp}`,
    `file://${outside}`,
    "/",
    "/etc",
    ".",
    "../..",
    `${target.data_dir}/database`,
  ];
  for (const [index, folder] of wanted.entries()) {
    const { status, text } = await register(target, `outside/r${index}`, folder);
    const shown = folder.replaceAll(target.data_dir, "…").replaceAll(stamp, "").replaceAll("\0", "NUL");
    add(`a repository at ${shown}`, `${status}`, status === 400 && !text.includes(CANARY));
  }
}

async function attackFiles({ target, folders, add }: Attacking): Promise<void> {
  const repository = `attack/inside-${folders.stamp}`;
  const added = await register(target, repository, folders.inside);
  add("an ordinary repository", `${added.status}`, added.status === 201);
  const post = (place: string, json: unknown) =>
    ask(target.url, byKey(target, { method: "POST", path: `/api/v1${place}`, json }));
  for (const cited of CITED) {
    const shown = JSON.stringify(cited);
    const query = new URLSearchParams({ repository, path: cited, line_start: "1", line_end: "1" });
    const read = await ask(target.url, byKey(target, { path: `/api/v1/citations/read?${query}` }));
    const citation = { path: cited, line_start: 1, line_end: 1 };
    const json = { kind: "decision", statement: `Cites ${shown}.`, repository, citations: [citation] };
    const stored = await post("/memories", json);
    const skill = await post("/skills", { repository, path: cited });
    for (const [how, { status, text }] of Object.entries({ read, stored, skill })) {
      const held = status < 500 && !/canary-of|root:x:0/.test(text) && (how !== "stored" || status !== 201);
      add(`${how}: ${shown}`, `${status}`, held);
    }
  }
  const discovered = await post("/skills", { repository });
  const held = discovered.status < 500 && !discovered.text.includes("skills/linked");
  add("skills behind a link", `${discovered.status}`, held);
}

/** For how long a folder is swapped for a link while it is registered, in milliseconds. */
const SWAPPING_MS = 4_000;

async function attackBySwapping({ target, folders, add }: Attacking): Promise<void> {
  const { root, outside, stamp } = folders;
  const [spot, real, link] = ["spot", "real", "link"].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  makeRepository(real, "real");
  symlinkSync(outside, link);
  renameSync(real, spot);
  let swaps = 0;
  let over = false;
  const swapping = (async () => {
    for (; !over; swaps++) {
      renameSync(spot, real);
      renameSync(link, spot);
      await sleep(1);
      renameSync(spot, link);
      renameSync(real, spot);
      await sleep(1);
    }
  })();
  let [registered, leaked] = [0, 0];
  for (const until = Date.now() + SWAPPING_MS; Date.now() < until; ) {
    const repository = `attack/swapped-${stamp}-${registered}-${Date.now()}`;
    const { status } = await register(target, repository, spot);
    if (status !== 201) continue;
    registered++;
    const query = new URLSearchParams({ repository, path: "inside.ts", line_start: "1", line_end: "1" });
    for (let count = 0; count < 5; count++) {
      const read = await ask(target.url, byKey(target, { path: `/api/v1/citations/read?${query}` }));
      if (read.text.includes(CANARY)) leaked++;
    }
  }
  over = true;
  await swapping;
  const happened = leaked > 0 ? "read what is outside" : "read nothing outside";
  add(
    `a folder swapped for a link ${swaps > 50 ? "hundreds of times" : "again and again"}`,
    happened,
    leaked === 0,
  );
}

const ADDRESSES = [
  "/../../../../etc/passwd",
  "/_next/static/../../../../../etc/passwd",
  "/_next/static/..%2f..%2f..%2f..%2fetc%2fpasswd",
  "/_next/static/%2e%2e/%2e%2e/package.json",
  "/_next/image?url=http%3A%2F%2F127.0.0.1%3A1%2F&w=64&q=75",
  "/_next/image?url=%2Fetc%2Fpasswd&w=64&q=75",
  "/casebook.mjs/../../package.json",
  "/.env",
  "/.git/config",
  "/server.js",
  "/..\\..\\etc\\passwd",
  "/api/v1/../../etc/passwd",
  "/api/v1/framework-packs/..%2f..%2f..%2fetc%2fpasswd",
  "/problems/..%2f..%2fetc%2fpasswd",
];

async function attackAddresses({ target, add }: Pick<Attacking, "target" | "add">): Promise<void> {
  for (const address of ADDRESSES) {
    const received = await sendRaw(
      target.port,
      `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nConnection: close\r\n\r\n`,
      10_000,
    );
    const status = /HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? "ended";
    const held = !/root:x:0|"dependencies"|\[core\]|standalone/.test(received) && status !== "500";
    add(`GET ${address}`, status, held);
  }
}
