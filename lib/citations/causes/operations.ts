import { tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineQuery } from "@/lib/runtime/operation";
import type { Citation, DriftCause } from "../contract";
import * as contract from "../contract";
import * as repositoriesQueries from "../repositories/queries";
import { type RepositorySource, SourceError } from "../repositories/source";
import { openRepositorySource } from "../repositories/sources";
import { loadCitation, maySeeCitation, noRepository } from "../subjects";
import { type CitedLines, findCause } from "./find-cause";
import * as causesQueries from "./queries";

const LIMIT_MS = 8_000;

const notKnown = (reason: string): DriftCause => ({ commit: null, merge: null, pull_request: null, reason });

const fails = ({ status, facts }: Citation) =>
  (status === "edited" || status === "missing") && !facts.includes("formatting_only");

export const citationCauseGet = defineQuery(contract.citationCauseGet, {
  records: true,
  load: loadCitation,
  authorize: maySeeCitation,
  read: async ({ db, actor, input, subject }) => {
    if (!fails(subject)) return notKnown("The cited lines are valid, so nothing changed them.");
    const tenant = tenantOf({ actor });
    const repository = await repositoriesQueries.findRepositoryById(db, {
      ...tenant,
      repository_id: subject.repository.id,
    });
    const basis = await causesQueries.findCauseBasis(db, { ...tenant, ...input });
    if (!repository || !basis) throw noRepository();
    if (basis.kept) return basis.kept;
    const source = await openRepositorySource(db, { ...tenant, repository }).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    if (source instanceof AppError) return notKnown(source.message);
    const { cited, checked_commit, verdict } = basis;
    const to = checked_commit ?? (await source.headCommit());
    const { cause, lasting } = await inTime(source, { cited, to });
    // What could not be read now may be readable later.
    if (lasting) await causesQueries.storeCause(db, { ...tenant, ...input, verdict, cause });
    return cause;
  },
});

type Found = { cause: DriftCause; lasting: boolean };

/** The cause, or why it is not known: the source failed, or its history was not read within the time limit. */
async function inTime(source: RepositorySource, params: { cited: CitedLines; to: string }): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Found>((resolve) => {
    timer = setTimeout(() => {
      const reason = `The history could not be read within ${LIMIT_MS / 1000} seconds; try again.`;
      resolve({ cause: notKnown(reason), lasting: false });
    }, LIMIT_MS);
  });
  const found = findCause(source, params).then(
    (cause): Found => ({ cause, lasting: true }),
    (error: unknown): Found => {
      if (!(error instanceof SourceError)) throw error;
      const gone = error.code === "unknown_ref";
      const reason = gone ? "The cited commit is no longer in the repository." : error.message;
      return { cause: notKnown(reason), lasting: gone };
    },
  );
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}
