import { findRepositoryById, openRepositorySource, workingCopyOf } from "@/lib/citations";
import { type Database, transaction } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/errors";
import type { Delivery } from "./contract";
import { readWorkingFile, replaceWorkingFile, type WriteOutcome } from "./files";
import * as store from "./store";

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

/**
 * Brings a version to the repository's working copy. Running it again is harmless: what was written is recognised, and a
 * delivery that was decided otherwise meanwhile is left alone.
 * @throws AppError unavailable when it may succeed later; the delivery shows the error meanwhile.
 */
export async function deliver(db: Database, { organization_id, delivery_id, now }: Given): Promise<void> {
  const delivery = await store.findDelivery(db, { organization_id, delivery_id });
  if (delivery?.status !== "pending") return;
  const { skill, repository } = delivery;
  const version = await store.findVersion(db, {
    organization_id,
    skill_id: skill.id,
    number: delivery.version_number,
  });
  if (!version) throw new Error("a delivery belongs to a version");
  const root = await workingCopy(db, { organization_id, repository_id: repository.id }).catch(
    (error: unknown) => failLater(db, { organization_id, delivery, now, error }),
  );
  if (root === null || delivery.mode === "none") {
    await store.updateDelivery(db, {
      organization_id,
      delivery_id,
      from: ["pending"],
      status: "failed",
      error:
        `${repository.name} has no working copy on this server to write to. Agents get the text from ` +
        `GET /api/v1/skills/${skill.id}; to have it in the repository, commit that text as ${skill.path} and register ` +
        "the skill again.",
      found_sha256: null,
      attempts: "add",
      finished_at: now,
    });
    return;
  }
  const hashes = await store.findVersionHashes(db, { organization_id, skill_id: skill.id });
  const outstanding = await store.findOutstandingDeliveries(db, { organization_id, skill_id: skill.id });
  const later = hashes.filter(({ number }) => number > version.number).map((each) => each.content_sha256);
  const outcome = await write(root, skill.path, {
    content: version.content,
    expected_sha256: acceptedHashes(delivery, outstanding),
    later_sha256: later,
    attempt: delivery_id,
  }).catch((error: unknown) => failLater(db, { organization_id, delivery, now, error }));
  await transaction(db, async (tx) => {
    const tenant = { organization_id, delivery_id, from: ["pending"] as const, attempts: "add" as const };
    if (outcome.outcome === "conflict") {
      const { problem: error, found_sha256 } = outcome;
      await store.updateDelivery(tx, {
        ...tenant,
        status: "conflict",
        error,
        found_sha256,
        finished_at: now,
      });
      return;
    }
    const status = outcome.outcome === "later" ? "superseded" : "delivered";
    const done = { ...tenant, status, error: null, found_sha256: null, finished_at: now } as const;
    if (await store.updateDelivery(tx, done))
      await store.supersedeDeliveries(tx, {
        organization_id,
        skill_id: skill.id,
        up_to_version: delivery.version_number - 1,
        now,
      });
  });
}

async function write(
  root: string,
  path: string,
  given: {
    content: string;
    expected_sha256: readonly string[];
    later_sha256: readonly string[];
    attempt: string;
  },
): Promise<WriteOutcome | { outcome: "later" }> {
  const found = await readWorkingFile(root, path);
  if ("sha256" in found && given.later_sha256.includes(found.sha256)) return { outcome: "later" };
  return replaceWorkingFile(root, path, given);
}

async function workingCopy(
  db: Database,
  given: { organization_id: string; repository_id: string },
): Promise<string | null> {
  const repository = await findRepositoryById(db, given);
  if (!repository) throw new AppError("not_found", "The repository is not registered any more.");
  // Sees that the folder is still one of those the server may use.
  if (repository.source.kind === "path") await openRepositorySource(db, { ...given, repository });
  return workingCopyOf(repository);
}

/** Shows on the delivery why it did not work this time, and lets the job be tried again. */
async function failLater(
  db: Database,
  given: { organization_id: string; delivery: Delivery; now: Date; error: unknown },
): Promise<never> {
  const { organization_id, delivery, now, error } = given;
  const last = delivery.attempts + 1 >= MAX_ATTEMPTS;
  const detail = error instanceof AppError ? error.message : explain(error, delivery.skill.path);
  await store.updateDelivery(db, {
    organization_id,
    delivery_id: delivery.id,
    from: ["pending"],
    status: last ? "failed" : "pending",
    error: detail,
    found_sha256: null,
    attempts: "add",
    finished_at: last ? now : null,
  });
  throw new AppError("unavailable", detail, { cause: error });
}

/** Codes of the file system in words; its own messages name folders of the server. */
function explain(error: unknown, path: string): string {
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
  const remedy =
    code === "EACCES" || code === "EPERM" || code === "EROFS"
      ? "let the server's user write to its folder"
      : code === "ENOSPC" || code === "EDQUOT"
        ? "free space on the disk"
        : "see the server's log";
  return `${path} could not be written (${code}): ${remedy}, then retry.`;
}
