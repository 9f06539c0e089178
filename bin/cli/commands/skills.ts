import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Skill } from "@/lib/skills/contract";
import type { Session } from "../api";
import { asking, type Register } from "../command";
import { CliError, type Exit } from "../exit";
import { fileError, fileOf, wholeNumber } from "../input";

const PAGE = 200;

type Where = { repository?: string };
type PullOptions = Where & { into: string; force?: true; dryRun?: true };

export const skills: Register = (program, cli) => {
  const skill = program.command("skills").description("skill files (SKILL.md) and their versions");
  skill
    .command("list")
    .description("list the registered skills with their current version")
    .option("-r, --repository <owner/name>", "of this repository only")
    .action(asking(cli, list));
  skill
    .command("pull")
    .description(
      "write the current text of skills into files; files that somebody changed are reported and not overwritten",
    )
    .argument("[name...]", "skills by name; default: all of them")
    .option("-r, --repository <owner/name>", "of this repository only")
    .option("--into <folder>", "a working copy of the repository", ".")
    .option("--force", "overwrite changed files too")
    .option("--dry-run", "show what would be done")
    .action(asking(cli, pull));
  skill
    .command("push")
    .description(
      "register the skill files of a repository: new ones, and changed ones as new versions; " +
        "with --reason, propose the local changes, for people to decide",
    )
    .argument("[path]", "one SKILL.md; default: all of the repository")
    .requiredOption("-r, --repository <owner/name>", "a registered repository")
    .option("--reason <text>", "why the skill should have this text; one proposal per section")
    .option("--from <folder>", "a working copy of the repository, with --reason", ".")
    .option(
      "--base <version>",
      "the version that was changed here, with --reason; default: as git says",
      wholeNumber,
    )
    .action(asking(cli, push));

  program
    .command("propose")
    .description("draft proposals now, from the most rejected rules")
    .option("-r, --repository <owner/name>", "for skills of this repository only")
    .option("--skill <name>", "for this skill only")
    .action(asking(cli, propose));
};

async function skillsOf(session: Session, { repository }: Where): Promise<Skill[]> {
  const { skillList } = await import("@/lib/skills/contract");
  const found: Skill[] = [];
  let cursor: string | undefined;
  do {
    const page = await session.call(skillList, { repository, limit: PAGE, cursor });
    found.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

async function list(session: Session, options: Where): Promise<undefined> {
  const items = await skillsOf(session, options);
  await session.answer({ items }, () => {
    if (items.length === 0)
      return session.say(
        "No skill is registered. `casebook skills push -r owner/name` registers those of a repository.",
      );
    return session.table(items, [
      { title: "name", value: ({ name }) => name },
      { title: "version", value: ({ current_version }) => current_version, align: "right" },
      { title: "repository", value: ({ repository }) => repository.name, flexible: true },
      { title: "path", value: (each) => each.path, flexible: true },
      { title: "proposals", value: ({ open_proposals }) => open_proposals, align: "right" },
      { title: "delivery", value: ({ delivery_status }) => delivery_status },
    ]);
  });
  return undefined;
}

type Pulled = {
  name: string;
  path: string;
  version: number;
  outcome: "written" | "updated" | "unchanged" | "changed here";
};

async function pull(session: Session, names: string[], options: PullOptions): Promise<Exit | undefined> {
  const found = await skillsOf(session, options);
  const unknown = names.filter((name) => !found.some((each) => each.name === name));
  if (unknown.length > 0) throw new CliError("no", `No skill is called ${unknown.join(" or ")}.`);
  const chosen = found.filter(({ name }) => names.length === 0 || names.includes(name));
  const taken = chosen.find((each, at) => chosen.findIndex((other) => other.path === each.path) !== at);
  if (taken)
    throw new CliError(
      "usage",
      `${taken.path} is in more than one repository; name one with --repository owner/name.`,
    );
  const folder = fileOf(session.io, options.into);
  const pulled: Pulled[] = [];
  for (const skill of chosen) pulled.push(await pullOne(session, skill, folder, options));
  await session.answer({ skills: pulled }, () =>
    session.table(pulled, [
      {
        title: options.dryRun ? "would be" : "file",
        value: ({ outcome }) => outcome,
        style: ({ outcome }) => {
          if (outcome === "changed here") return "yellow";
          return "green";
        },
      },
      { title: "skill", value: ({ name }) => name },
      { title: "version", value: ({ version }) => version, align: "right" },
      { title: "path", value: (each) => each.path, flexible: true },
    ]),
  );
  const left = pulled.filter(({ outcome }) => outcome === "changed here").length;
  if (left > 0)
    session.io.stderr.write(
      `${left} changed here and not overwritten. Propose them with \`casebook skills push --reason\`, or overwrite them with --force.\n`,
    );
  if (left > 0) return "no";
  return undefined;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function pullOne(
  session: Session,
  skill: Skill,
  folder: string,
  options: PullOptions,
): Promise<Pulled> {
  const { skillGet } = await import("@/lib/skills/contract");
  const target = path.resolve(folder, skill.path);
  // The path comes from the server: it must stay within the folder.
  if (!target.startsWith(`${folder}${path.sep}`))
    throw new CliError(
      "no",
      `The server names ${skill.path}, which is not below ${folder}. Nothing was written.`,
    );
  const { content, current_version } = await session.call(skillGet, { skill_id: skill.id });
  const here = await readFile(target, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw fileError(target, error);
  });
  const pulled = { name: skill.name, path: skill.path, version: current_version };
  if (here === content) return { ...pulled, outcome: "unchanged" };
  if (here !== null && !options.force && !(await isVersion(session, skill.id, sha256(here))))
    return { ...pulled, outcome: "changed here" };
  if (!options.dryRun) await replaceFile(target, content);
  return { ...pulled, outcome: here === null ? "written" : "updated" };
}

/** Whether a text was a version of the skill: then the file was not changed by hand. */
const isVersion = async (session: Session, skill_id: string, content_sha256: string): Promise<boolean> =>
  (await versionOf(session, skill_id, content_sha256)) !== null;

/** The latest version of a skill with this text. */
async function versionOf(
  session: Session,
  skill_id: string,
  content_sha256: string,
): Promise<{ number: number } | null> {
  const { skillVersionList } = await import("@/lib/skills/contract");
  let cursor: string | undefined;
  do {
    const page = await session.call(skillVersionList, { skill_id, limit: PAGE, cursor });
    const found = page.items.find((version) => version.content_sha256 === content_sha256);
    if (found) return found;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return null;
}

/** Whole or not at all: a full disk leaves the old file. */
async function replaceFile(target: string, content: string): Promise<void> {
  const draft = `${target}.${process.pid}.tmp`;
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(draft, content);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw fileError(target, error as NodeJS.ErrnoException);
  }
}

type PushOptions = { repository: string; reason?: string; from: string; base?: number };

async function push(
  session: Session,
  file: string | undefined,
  options: PushOptions,
): Promise<Exit | undefined> {
  const { reason } = options;
  if (reason !== undefined) return proposeHere(session, file, { ...options, reason });
  const { skillRegister } = await import("@/lib/skills/contract");
  const answer = await session.call(skillRegister, { repository: options.repository, path: file });
  await session.answer(answer, async () => {
    if (answer.skills.length > 0)
      await session.table(answer.skills, [
        { title: "outcome", value: ({ outcome }) => outcome },
        { title: "skill", value: ({ name }) => name },
        { title: "version", value: ({ current_version }) => current_version, align: "right" },
        { title: "path", value: (each) => each.path, flexible: true },
      ]);
    else if (answer.refused.length === 0) await session.say("The repository has no skill files.");
    for (const refused of answer.refused)
      await session.say(session.paint("yellow", `${refused.path}: ${refused.reason}`));
  });
  if (answer.refused.length > 0) return "no" as const;
  return undefined;
}

type Proposed = {
  skill: string;
  section: string | null;
  outcome: "created" | "updated" | "unchanged" | "refused";
  detail: string;
};

/** Proposes the registered skills' files as they stand here. What is not registered is said, and left alone. */
async function proposeHere(
  session: Session,
  file: string | undefined,
  options: PushOptions & { reason: string },
): Promise<Exit | undefined> {
  const { proposalUpload } = await import("@/lib/skills/contract");
  const folder = fileOf(session.io, options.from);
  const registered = await skillsOf(session, options);
  const meant = registered.filter((skill) => file === undefined || skill.path === file);
  if (meant.length === 0) throw notRegistered(options.repository, file);
  const rows: Proposed[] = [];
  for (const skill of meant) {
    const { name } = skill;
    const target = path.resolve(folder, skill.path);
    const content = await readFile(target, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" && file === undefined) return null;
      throw fileError(target, error);
    });
    if (content === null || (await isVersion(session, skill.id, sha256(content)))) {
      const detail = content === null ? "not here" : "a version of the skill already";
      rows.push({ skill: name, section: null, outcome: "unchanged", detail });
      continue;
    }
    const base_version = options.base ?? (await versionAtHead(session, skill.id, target));
    const { reason } = options;
    const answer = await session.call(proposalUpload, { skill_id: skill.id, content, base_version, reason });
    for (const { id, section, outcome } of answer.proposals)
      rows.push({ skill: name, section, outcome, detail: `${session.target.url}/proposals/${id}` });
    for (const { section, reason: detail } of answer.refused)
      rows.push({ skill: name, section, outcome: "refused", detail });
  }
  await session.answer({ proposals: rows }, () =>
    session.table(rows, [
      {
        title: "proposal",
        value: ({ outcome }) => outcome,
        style: ({ outcome }) => {
          if (outcome === "refused") return "yellow";
          return "green";
        },
      },
      { title: "skill", value: ({ skill }) => skill },
      { title: "section", value: ({ section }) => section, flexible: true },
      { title: "review it", value: ({ detail }) => detail, flexible: true },
    ]),
  );
  if (rows.some(({ outcome }) => outcome === "refused")) return "no";
  return undefined;
}

function notRegistered(repository: string | undefined, file: string | undefined): CliError {
  if (file !== undefined)
    return new CliError(
      "no",
      `${file} is not a registered skill of ${repository}; \`casebook skills list\` names them.`,
    );
  return new CliError(
    "no",
    `No skill of ${repository} is registered; run \`casebook skills push -r ${repository}\` first.`,
  );
}

/** The version that the last commit holds, which the text here was made from; undefined where git cannot say. */
async function versionAtHead(
  session: Session,
  skill_id: string,
  target: string,
): Promise<number | undefined> {
  const args = ["-C", path.dirname(target), "show", `HEAD:./${path.basename(target)}`];
  const committed = await promisify(execFile)("git", args, { maxBuffer: 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    () => null,
  );
  if (committed === null) return undefined;
  return (await versionOf(session, skill_id, sha256(committed)))?.number;
}

async function propose(session: Session, options: Where & { skill?: string }): Promise<undefined> {
  const { proposalDraft } = await import("@/lib/skills/contract");
  const { repository } = options;
  const skill_id =
    options.skill === undefined ? undefined : await skillNamed(session, options.skill, options);
  const answer = await session.call(proposalDraft, { repository, skill_id });
  await session.answer(answer, async () => {
    if (answer.message !== null) await session.say(answer.message);
    if (answer.proposals.length > 0)
      await session.table(answer.proposals, [
        { title: "proposal", value: ({ outcome }) => outcome },
        { title: "skill", value: ({ skill }) => skill.name },
        { title: "section", value: ({ section }) => section, flexible: true },
        { title: "title", value: ({ title }) => title, flexible: true },
        { title: "review it", value: ({ id }) => `${session.target.url}/proposals/${id}` },
      ]);
    if (answer.considered.length === 0) return;
    await session.say("");
    await session.table(answer.considered, [
      { title: "rule", value: ({ rule_category }) => rule_category },
      { title: "rejected", value: ({ rejected, flagged }) => `${rejected} of ${flagged}`, align: "right" },
      { title: "result", value: ({ reason }) => reason, flexible: true },
    ]);
  });
  return undefined;
}

async function skillNamed(session: Session, name: string, where: Where): Promise<string> {
  const found = (await skillsOf(session, where)).filter((skill) => skill.name === name);
  const [first] = found;
  if (!first) throw new CliError("no", `No skill is called ${name}.`);
  if (found.length > 1)
    throw new CliError(
      "usage",
      `${found.length} skills are called ${name}; name one's repository with --repository.`,
    );
  return first.id;
}
