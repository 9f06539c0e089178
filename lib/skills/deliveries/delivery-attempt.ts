import {
  commitOnBranch,
  findRepositoryById,
  githubOf,
  openRepositorySource,
  type Repository,
  SourceError,
  workingCopyOf,
} from "@/lib/citations";
import { type Database, type Db, transaction } from "@/lib/db/client";
import { GithubError } from "@/lib/github";
import { AppError } from "@/lib/kernel/errors";
import type { Delivery, SkillVersionDetail } from "../contract";
import { readFileAtHead } from "../skills/file-source";
import { readWorkingFile, replaceWorkingFile } from "../skills/files";
import * as versionsQueries from "../versions/queries";
import { branchOf } from "./branch";
import { followAtGithub, proposeAtGithub } from "./pull-request";
import * as deliveriesQueries from "./queries";
import { recordMove } from "./record-move";
import { closePullRequest, closeSoon, supersede } from "./supersede";

/** How often a delivery is tried before it shows as failed, the first time included. */
export const MAX_ATTEMPTS = 5;

/**
 * What a file may hold for a version to be written over it: the text the version was made for, and, while the versions
 * right before it are themselves still on their way, the texts those were made for.
 */
export function acceptedHashes(
  delivery: Pick<Delivery, "version_number" | "base_sha256">,
  outstanding: readonly Pick<Delivery, "version_number" | "base_sha256">[],
): string[] {
  const accepted = [delivery.base_sha256];
  for (let number = delivery.version_number - 1; number > 0; number -= 1) {
    const before = outstanding.find(({ version_number }) => version_number === number);
    if (!before) break;
    accepted.push(before.base_sha256);
  }
  return accepted;
}

type Given = { organization_id: string; delivery_id: string; now: Date };

/** What an attempt came to; `stuck` needs a person, and trying again by itself would not help. */
type Outcome =
  | { status: "delivered" | "superseded"; place?: Place }
  | { status: "open"; place: Place }
  | { status: "conflict"; error: string; found_sha256: string | null }
  | { status: "stuck"; error: string };
type Place = { branch?: string; commit_sha?: string | null; url?: string; pull_request?: number };

type Attempt = {
  db: Database;
  organization_id: string;
  delivery: Delivery;
  version: SkillVersionDetail;
  repository: Repository;
  expected_sha256: readonly string[];
  /** Hashes of later versions: a file that holds one of them is not to be set back. */
  later_sha256: readonly string[];
};

/**
 * Brings a version to where its skill's mode says. Running it again is harmless: what was done is recognised, and a
 * delivery that was decided otherwise meanwhile is left alone.
 * @throws AppError unavailable when it may succeed later; the delivery shows the error meanwhile.
 */
export async function deliver(db: Database, { organization_id, delivery_id, now }: Given): Promise<void> {
  const delivery = await deliveriesQueries.findDelivery(db, { organization_id, delivery_id });
  // An attempt that was cut off may have opened a pull request that nobody noted.
  if (delivery?.status === "superseded") return closePullRequest(db, { organization_id, delivery_id });
  if (delivery?.status !== "pending") return;
  const skill_id = delivery.skill.id;
  const number = delivery.version_number;
  const version = await versionsQueries.findVersion(db, { organization_id, skill_id, number });
  if (!version) throw new Error("a delivery belongs to a version");
  const hashes = await versionsQueries.findVersionHashes(db, { organization_id, skill_id });
  const outstanding = await deliveriesQueries.findOutstandingDeliveries(db, { organization_id, skill_id });
  const later_sha256 = hashes.filter((each) => each.number > number).map((each) => each.content_sha256);
  const expected_sha256 = acceptedHashes(delivery, outstanding);
  const outcome = await repositoryOf(db, { organization_id, delivery })
    .then((repository) =>
      attempt({ db, organization_id, delivery, version, repository, expected_sha256, later_sha256 }),
    )
    .catch((error: unknown) => failLater(db, { organization_id, delivery, now, error }));
  await settle(db, { organization_id, delivery, now, outcome });
}

async function repositoryOf(
  db: Database,
  { organization_id, delivery }: { organization_id: string; delivery: Delivery },
): Promise<Repository> {
  const found = await findRepositoryById(db, { organization_id, repository_id: delivery.repository.id });
  if (!found) throw new AppError("not_found", "The repository is no longer registered.");
  return found;
}

async function settle(
  db: Database,
  {
    organization_id,
    delivery,
    now,
    outcome,
  }: { organization_id: string; delivery: Delivery; now: Date; outcome: Outcome },
): Promise<void> {
  const tenant = {
    organization_id,
    delivery_id: delivery.id,
    from: ["pending"] as const,
    attempts: "add" as const,
    finished_at: now,
  };
  await transaction(db, async (tx) => {
    if (outcome.status === "conflict" || outcome.status === "stuck") {
      const status = outcome.status === "stuck" ? "failed" : "conflict";
      const found_sha256 = outcome.status === "conflict" ? outcome.found_sha256 : null;
      if (
        await deliveriesQueries.updateDelivery(tx, { ...tenant, status, error: outcome.error, found_sha256 })
      )
        await recordMove(tx, { organization_id, delivery, status, now });
      return;
    }
    const { status, place } = outcome;
    const done = { ...tenant, status, error: null, found_sha256: null, ...(place && { place }) };
    if (
      !(await deliveriesQueries.updateDelivery(tx, { ...done, finished_at: status === "open" ? null : now }))
    )
      return dropPlace(tx, { organization_id, delivery, now, outcome });
    await recordMove(tx, { organization_id, delivery, status, now });
    await supersede(tx, {
      organization_id,
      skill_id: delivery.skill.id,
      up_to_version: delivery.version_number - 1,
      now,
    });
  });
}

/** Where an attempt put a version that was superseded meanwhile is noted all the same, so that it is closed. */
async function dropPlace(
  tx: Db,
  {
    organization_id,
    delivery,
    now,
    outcome: { status, place },
  }: {
    organization_id: string;
    delivery: Delivery;
    now: Date;
    outcome: Exclude<Outcome, { error: string }>;
  },
): Promise<void> {
  if (status !== "open") return;
  const noted = await deliveriesQueries.updateDelivery(tx, {
    organization_id,
    delivery_id: delivery.id,
    from: ["superseded"],
    status: "superseded",
    error: null,
    found_sha256: null,
    finished_at: now,
    place,
  });
  if (noted) await closeSoon(tx, { organization_id, delivery_id: delivery.id });
}

function attempt(params: Attempt): Promise<Outcome> {
  switch (params.delivery.mode) {
    case "working_copy":
      return writeFile(params);
    case "branch":
      return commit(params);
    case "pull_request":
      return propose(params);
    case "none":
      // It can be read as soon as the version is there.
      return Promise.resolve({ status: "delivered" });
  }
}

async function writeFile({
  db,
  organization_id,
  delivery,
  version,
  repository,
  expected_sha256,
  later_sha256,
}: Attempt): Promise<Outcome> {
  const { skill } = delivery;
  // Sees that the folder is still one of those the server may use.
  if (repository.source.kind === "path") await openRepositorySource(db, { organization_id, repository });
  const root = workingCopyOf(repository);
  if (root === null)
    return {
      status: "stuck",
      error:
        `${repository.name} has no working copy on this server to write to. Choose another way of delivery on the ` +
        `skill's page, or commit the text of GET /api/v1/skills/${skill.id}/raw as ${skill.path} and register the skill ` +
        "again.",
    };
  const found = await readWorkingFile(root, skill.path);
  if ("sha256" in found && later_sha256.includes(found.sha256)) return { status: "superseded" };
  const written = await replaceWorkingFile(root, skill.path, {
    content: version.content,
    expected_sha256,
    attempt: delivery.id,
  });
  if (written.outcome === "conflict")
    return { status: "conflict", error: written.problem, found_sha256: written.found_sha256 };
  return { status: "delivered" };
}

const BY_CASEBOOK = { name: "Casebook", email: "casebook@localhost" };

/** What the commit and the pull request of a version say. */
function messageOf({ delivery, version }: Attempt): { title: string; body: string } {
  const { name } = delivery.skill;
  const approved = version.origin === "approved" ? `Approved by ${version.created_by.name}.` : "";
  return {
    title: `Update the skill ${name} to version ${version.number}`,
    body: [version.note ?? "", approved, `Casebook skill version ${version.id}.`]
      .filter(Boolean)
      .join("\n\n"),
  };
}

async function commit(attempt: Attempt): Promise<Outcome> {
  const { db, organization_id, delivery, version, repository, expected_sha256 } = attempt;
  if (repository.source.kind !== "path")
    return {
      status: "stuck",
      error: `${repository.name} is no repository on this server, so there is nothing to commit to; choose another way of delivery.`,
    };
  await openRepositorySource(db, { organization_id, repository });
  const { title, body } = messageOf(attempt);
  const outcome = await commitOnBranch(repository.source.path, {
    branch: branchOf(delivery.skill, version),
    path: delivery.skill.path,
    content: Buffer.from(version.content, "utf8"),
    expected_sha256,
    message: `${title}\n\n${body}\n`,
    author: BY_CASEBOOK,
  });
  switch (outcome.outcome) {
    case "conflict":
      return { status: "conflict", error: outcome.problem, found_sha256: outcome.found_sha256 };
    case "merged_already":
      return { status: "delivered", place: { commit_sha: outcome.commit } };
    default:
      return { status: "open", place: { branch: outcome.branch, commit_sha: outcome.commit } };
  }
}

async function propose(attempt: Attempt): Promise<Outcome> {
  const { db, organization_id, delivery, version, repository, expected_sha256 } = attempt;
  const at = await githubOf(db, { organization_id, repository });
  if (!at)
    return {
      status: "stuck",
      error: `${repository.name} is not read through a connection to GitHub; choose another way of delivery.`,
    };
  const { github, owner, repo } = at;
  const branch = branchOf(delivery.skill, version);
  const outcome = await proposeAtGithub(github, {
    owner,
    repo,
    default_branch: repository.default_branch,
    branch,
    path: delivery.skill.path,
    content: Buffer.from(version.content, "utf8"),
    expected_sha256,
    ...messageOf(attempt),
  });
  switch (outcome.outcome) {
    case "conflict":
      return { status: "conflict", error: outcome.problem, found_sha256: outcome.found_sha256 };
    case "merged_already":
      return { status: "delivered" };
    case "merged":
      return { status: "delivered", place: { branch, url: outcome.url, pull_request: outcome.number } };
    default: {
      const { url, number, commit: commit_sha } = outcome;
      const place = { branch, url, pull_request: number };
      return { status: "open", place: commit_sha === null ? place : { ...place, commit_sha } };
    }
  }
}

/**
 * Looks whether what waits on a branch or in a pull request was merged or closed. A version on a branch is merged when the
 * default branch has its text. A closed pull request may have been opened again.
 * @throws AppError unavailable when the repository cannot be asked now.
 */
export async function followDelivery(
  db: Database,
  { organization_id, delivery_id, now }: Given,
): Promise<void> {
  const delivery = await deliveriesQueries.findDelivery(db, { organization_id, delivery_id });
  if (!delivery || (delivery.status !== "open" && !isClosedPullRequest(delivery))) return;
  const state = await stateOf(db, { organization_id, delivery }).catch((error: unknown) => {
    throw unavailable(error, delivery);
  });
  const status = ({ open: "open", merged: "delivered", closed: "closed" } as const)[state];
  const moved = await deliveriesQueries.updateDelivery(db, {
    organization_id,
    delivery_id,
    from: [delivery.status],
    status,
    error:
      state === "closed"
        ? "The pull request was closed without merging. Try again to open it again, or keep the file as it is."
        : null,
    found_sha256: null,
    finished_at: state === "open" ? null : now,
    place: { followed_at: now },
  });
  if (moved) await recordMove(db, { organization_id, delivery, status, now });
}

const isClosedPullRequest = ({ status, pull_request }: Delivery) =>
  status === "closed" && pull_request !== null;

async function stateOf(
  db: Database,
  { organization_id, delivery }: { organization_id: string; delivery: Delivery },
): Promise<"open" | "merged" | "closed"> {
  const repository = await repositoryOf(db, { organization_id, delivery });
  if (delivery.pull_request !== null) {
    const at = await githubOf(db, { organization_id, repository });
    if (at) return followAtGithub(at.github, { ...at, number: delivery.pull_request });
    return "open";
  }
  const { id: skill_id, path } = delivery.skill;
  const number = delivery.version_number;
  const version = await versionsQueries.findVersion(db, { organization_id, skill_id, number });
  const file = await readFileAtHead(db, { organization_id, repository }, path);
  if ("sha256" in file && file.sha256 === version?.content_sha256) return "merged";
  return "open";
}

/** Shows on the delivery why it did not work this time, and lets the job be tried again. */
async function failLater(
  db: Database,
  {
    organization_id,
    delivery,
    now,
    error,
  }: { organization_id: string; delivery: Delivery; now: Date; error: unknown },
): Promise<never> {
  const last = delivery.attempts + 1 >= MAX_ATTEMPTS;
  const failure = unavailable(error, delivery);
  const status = last ? "failed" : "pending";
  await deliveriesQueries.updateDelivery(db, {
    organization_id,
    delivery_id: delivery.id,
    from: ["pending"],
    status,
    error: failure.message,
    found_sha256: null,
    attempts: "add",
    finished_at: last ? now : null,
  });
  await recordMove(db, { organization_id, delivery, status, now });
  throw failure;
}

function unavailable(error: unknown, { skill }: Delivery): AppError {
  const known = error instanceof AppError || error instanceof SourceError || error instanceof GithubError;
  return new AppError("unavailable", known ? error.message : explain(error, skill.path), { cause: error });
}

const LET_WRITE = "let the server's user write to its folder";
const FREE_SPACE = "free space on the disk";
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ["EACCES", LET_WRITE],
  ["EPERM", LET_WRITE],
  ["EROFS", LET_WRITE],
  ["ENOSPC", FREE_SPACE],
  ["EDQUOT", FREE_SPACE],
]);

/** Codes of the file system in words; its own messages name folders of the server. */
function explain(error: unknown, path: string): string {
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
  const remedy = REMEDIES.get(code) ?? "see the server's log";
  return `${path} could not be written (${code}): ${remedy}, then retry.`;
}
