import { type Repository, workingCopyOf } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { lockSkills } from "@/lib/db/sql/skills";
import { type ActorRef, actorRef, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField, OvertakenError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { acceptedHashes } from "../deliveries/delivery-attempt";
import * as deliveriesQueries from "../deliveries/queries";
import { endDeliveries } from "../deliveries/supersede";
import { followText } from "../versions/follow-text";
import * as versionsQueries from "../versions/queries";
import { discoverSkillPaths, readValidSkill, type ValidSkill } from "./file-source";
import {
  currentVersion,
  loadFilter,
  loadRepository,
  loadSkill,
  maySeeFilter,
  maySeeIts,
  ofVisible,
} from "./loaders";
import { parseSkill } from "./markdown";
import * as skillsQueries from "./queries";

export const skillRegister = defineCommand(contract.skillRegister, {
  load: loadRepository,
  authorize: (actor, repository) => maySeeRepository(actor, repository.id),
  prepare: async ({ db, actor, input, subject: repository }) => {
    const registered = { ...tenantOf({ actor }), repository };
    const known = await readKnown(db, { ...tenantOf({ actor }), repository_id: repository.id });
    const paths = input.path === undefined ? await discoverSkillPaths(db, registered) : [input.path];
    if (paths.length === 0)
      throw new AppError(
        "unprocessable",
        `${repository.name} has no SKILL.md below ${contract.SKILL_FOLDERS.join(", ")}; add one, or name its path.`,
      );
    const files: (ValidSkill | { path: string; problem: string })[] = [];
    const modeOf = modesOf(known.skills);
    for (const path of paths) files.push(await readValidSkill(db, registered, path, modeOf(path)));
    const [first] = files;
    if (input.path !== undefined && first && "problem" in first) throw invalidField("/path", first.problem);
    return { files, known, delivery_mode: usualMode(repository) };
  },
  write: async ({ db, actor, input, subject: repository, prepared, now, audit }) => {
    const skills: ReturnType<typeof contract.skillRegister.output.parse>["skills"] = [];
    const refused: { path: string; reason: string }[] = [];
    const skill_ids = prepared.known.skills.map(({ id }) => id);
    await lockSkills(db, { ...tenantOf({ actor }), skill_ids });
    const known = await readKnown(db, { ...tenantOf({ actor }), repository_id: repository.id });
    if (known.state !== prepared.known.state)
      throw new OvertakenError("versions or deliveries changed since the files were read");
    for (const file of prepared.files) {
      if ("problem" in file) {
        refused.push({ path: file.path, reason: file.problem });
        continue;
      }
      const taken = await recordContent(db, {
        ...tenantOf({ actor }),
        actor: actorRef(actor),
        skill: known.skills.find(({ path }) => path === file.path) ?? null,
        repository_id: repository.id,
        delivery_mode: prepared.delivery_mode,
        file,
        now: now(),
      });
      if ("problem" in taken) {
        if (input.path !== undefined) throw new AppError("conflict", taken.problem);
        refused.push({ path: file.path, reason: taken.problem });
      } else skills.push(taken);
    }
    audit({
      subject_id: skills.length === 1 ? (skills[0]?.id ?? repository.id) : repository.id,
      detail: {
        repository: repository.name,
        skills: skills.map(({ id, outcome, current_version }) => ({ id, outcome, version: current_version })),
      },
    });
    return { skills, refused };
  },
});

const USUAL_MODES = {
  path: "branch",
  url: "none",
  github: "pull_request",
} as const satisfies Record<Repository["source"]["kind"], contract.DeliveryMode>;

/** How versions reach a file of a repository unless somebody chooses otherwise. */
function usualMode(repository: Repository): contract.DeliveryMode {
  if (workingCopyOf(repository) !== null) return "working_copy";
  const { kind } = repository.source;
  return USUAL_MODES[kind];
}

/** Why versions cannot reach the repository's files in this way, or null. */
export function refuseMode(repository: Repository, mode: contract.DeliveryMode): string | null {
  const { kind } = repository.source;
  if (mode === "working_copy" && workingCopyOf(repository) === null)
    return "needs a repository with a working copy on this server";
  if (mode === "branch" && kind !== "path") return "needs a repository that is a folder on this server";
  if (mode === "pull_request" && kind !== "github")
    return "needs a repository that is read through a connection to GitHub";
  return null;
}

/** The registered skills of a repository, and what their files are compared with, as one text. */
async function readKnown(db: Db, params: { organization_id: string; repository_id: string }) {
  const skills = await skillsQueries.findSkills(db, params);
  const outstanding = await deliveriesQueries.findOutstandingIds(db, params);
  const versions = skills.map(({ id, current_version }) => [id, current_version]);
  return { skills, state: JSON.stringify([versions, outstanding]) };
}

/** The delivery mode of each registered skill, by its path. */
const modesOf = (skills: readonly contract.Skill[]) => (path: string) =>
  skills.find((skill) => skill.path === path)?.delivery_mode ?? null;

/**
 * Where agents read a version here and the file keeps a text of its own: what the file held before is no news, what is new
 * to it is a conflict.
 */
async function compareWithFile(
  tx: Db,
  {
    organization_id,
    skill_id,
    delivery,
    file,
    now,
  }: {
    organization_id: string;
    skill_id: string;
    delivery: { id: string; base_sha256: string | null };
    file: ValidSkill;
    now: Date;
  },
): Promise<void> {
  const known = await versionsQueries.findVersionHashes(tx, { organization_id, skill_id });
  const hashes = [delivery.base_sha256, ...known.map(({ content_sha256 }) => content_sha256)];
  if (hashes.includes(file.sha256)) return;
  await deliveriesQueries.updateDelivery(tx, {
    organization_id,
    delivery_id: delivery.id,
    from: ["delivered"],
    status: "conflict",
    error: "The file was changed in the repository, while agents fetch this version from the API.",
    found_sha256: file.sha256,
    finished_at: now,
  });
}

/** Makes the file's text the skill's first or next version, unless it is the current one already. */
async function recordContent(
  tx: Db,
  {
    organization_id,
    actor,
    skill,
    repository_id,
    delivery_mode,
    file,
    now,
  }: {
    organization_id: string;
    actor: ActorRef;
    skill: contract.Skill | null;
    repository_id: string;
    delivery_mode: contract.DeliveryMode;
    file: ValidSkill;
    now: Date;
  },
) {
  const { name, description, content } = file;
  const add = async (skill_id: string, origin: "registered" | "observed") => {
    await versionsQueries.insertVersion(tx, {
      organization_id,
      skill_id,
      content,
      name,
      description,
      origin,
      actor,
      now,
    });
    return reread(skill_id, origin);
  };
  const reread = async (skill_id: string, outcome: "registered" | "observed" | "unchanged") => {
    const stored = await skillsQueries.findSkill(tx, { organization_id, skill_id });
    if (!stored) throw new Error("a stored skill is there");
    return { ...stored, outcome };
  };
  if (!skill) {
    const place = { organization_id, repository_id, path: file.path, delivery_mode };
    return add(await skillsQueries.insertSkill(tx, { ...place, name, description, now }), "registered");
  }
  const current = await currentVersion(tx, skill, organization_id);
  const outstanding = await deliveriesQueries.findOutstandingDeliveries(tx, {
    organization_id,
    skill_id: skill.id,
  });
  if (current.content_sha256 === file.sha256) {
    await endDeliveries(tx, {
      organization_id,
      skill_id: skill.id,
      current_version: skill.current_version,
      now,
    });
    return reread(skill.id, "unchanged");
  }
  const newest = outstanding.at(-1);
  const latest =
    newest ?? (await deliveriesQueries.findLatestDelivery(tx, { organization_id, skill_id: skill.id }));
  if (!newest && latest?.mode === "none" && latest.version_number === skill.current_version) {
    await compareWithFile(tx, { organization_id, skill_id: skill.id, delivery: latest, file, now });
    return reread(skill.id, "unchanged");
  }
  if (!newest) {
    const observed = await add(skill.id, "observed");
    const reason = `The file of ${skill.name} was changed by others`;
    await followText(tx, { organization_id, skill_id: skill.id, actor, reason, now });
    return observed;
  }
  if (acceptedHashes(newest, outstanding).includes(file.sha256)) return reread(skill.id, "unchanged");
  return {
    problem:
      `${file.path} was changed while version ${newest.version_number} is being delivered to it; resolve the delivery ` +
      `${newest.id} first.`,
  };
}

export const skillDiscover = defineQuery(contract.skillDiscover, {
  load: loadRepository,
  authorize: (actor, repository) => maySeeRepository(actor, repository.id),
  read: async ({ db, actor, subject: repository }) => {
    const registered = { ...tenantOf({ actor }), repository };
    const files: (ValidSkill | { path: string; problem: string })[] = [];
    const known = await skillsQueries.findSkills(db, {
      ...tenantOf({ actor }),
      repository_id: repository.id,
    });
    const modeOf = modesOf(known);
    for (const path of await discoverSkillPaths(db, registered))
      files.push(await readValidSkill(db, registered, path, modeOf(path)));
    return {
      items: files.map((file) => ({
        path: file.path,
        name: "name" in file ? file.name : null,
        description: "description" in file ? file.description : null,
        skill_id: known.find(({ path }) => path === file.path)?.id ?? null,
        problem: "problem" in file ? file.problem : null,
      })),
    };
  },
});

export const skillList = defineQuery(contract.skillList, {
  load: loadFilter,
  authorize: maySeeFilter,
  read: ({ db, actor, input, subject: repository }) =>
    skillsQueries.listSkills(db, { ...ofVisible({ actor }), ...input, repository_id: repository?.id }),
});

const LATEST_DELIVERIES = 10;

export const skillGet = defineQuery(contract.skillGet, {
  load: loadSkill,
  authorize: maySeeIts,
  read: async ({ db, actor, subject: skill }) => {
    const [version, deliveries] = await Promise.all([
      currentVersion(db, skill, actor.organization_id),
      deliveriesQueries.listDeliveries(db, {
        ...ofVisible({ actor }),
        skill_id: skill.id,
        limit: LATEST_DELIVERIES,
      }),
    ]);
    const { content, ...current } = version;
    return {
      ...skill,
      content,
      content_sha256: current.content_sha256,
      sections: parseSkill(content).sections,
      current,
      deliveries: deliveries.items,
    };
  },
});
