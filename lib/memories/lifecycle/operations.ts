import { holds } from "@/lib/citations";
import { actorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineOperation } from "@/lib/runtime/operation";
import { compactWrite } from "../answers/compact-answers";
import * as contract from "../contract";
import * as memoryQueries from "../memory/queries";
import { assertVersion, loadUnlessOff, maySee, reasonOf, statusAfter } from "../shared/loading";
import { OFF_ANSWER, written } from "../shared/memory-off";
import { applyChecks } from "../verification/apply-checks";
import { checkNow, confirm, invalidateOne } from "./moves";

const HELD_NOTE =
  "This commit would take a large part of the repository's memories out of service; a lead decides first whether it counts.";

export const memoryInvalidate = defineOperation(contract.memoryInvalidate, {
  compact: compactWrite,
  load: loadUnlessOff,
  authorize: maySee,
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    if (subject === null) return OFF_ANSWER;
    assertVersion(input, subject);
    audit({ subject_id: subject.id, detail: { reason } });
    return invalidateOne(db, { actor, memory: subject, reason, now: now() });
  },
});

export const memoryRefresh = defineOperation(contract.memoryRefresh, {
  compact: compactWrite,
  load: loadUnlessOff,
  authorize: maySee,
  prepare: ({ db, actor, subject }) =>
    subject === null ? Promise.resolve([]) : checkNow(db, actor, subject),
  handle: async ({ db, actor, input, subject, prepared: checks, now, audit }) => {
    if (subject === null) return OFF_ANSWER;
    assertVersion(input, subject);
    statusAfter(subject, "refresh", "restore or supersede it instead.");
    const { organization_id } = actor;
    const memory_id = subject.id;
    const [verified] = await applyChecks(db, { organization_id, actor: actorRef(actor), checks, now: now() });
    const checked = await memoryQueries.findMemory(db, { organization_id, memory_id });
    if (!checked) throw new AppError("not_found", "This memory does not exist.");
    const verdict = verified?.verdict ?? null;
    audit({ subject_id: memory_id, detail: { verdict } });
    if (verdict !== null && verdict !== "valid")
      return {
        ...written(checked),
        stored: false,
        reason: verdict === "unknown" ? ("citations_unreachable" as const) : ("citations_invalid" as const),
        notes: [
          ...(verified?.held ? [HELD_NOTE] : []),
          ...checks.flatMap(({ results }) =>
            results.filter(({ status }) => !holds(status)).map(({ reason }) => reason),
          ),
        ],
      };
    await confirm(db, { actor, memory: checked, from: subject.status, verdict, now: now() });
    const note = verdict === null ? ["It cites nothing, so nothing was checked."] : [];
    return written(await memoryQueries.findMemory(db, { organization_id, memory_id }), note);
  },
});
