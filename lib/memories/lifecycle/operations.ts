import { holds } from "@/lib/citations";
import { actorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand } from "@/lib/runtime/operation";
import { compactWrite } from "../answers/compact-answers";
import * as contract from "../contract";
import * as memoryQueries from "../memory/queries";
import { maySeeMemory } from "../policy";
import { loadMemory, reasonOf } from "../shared/loading";
import { written } from "../shared/written";
import { assertOwn, needsSuggestion, suggest } from "../suggestions/suggest";
import { applyChecks } from "../verification/apply-checks";
import { assertMayBeRefreshed, checkNow, confirm, invalidateOne } from "./moves";

const HELD_NOTE =
  "This commit would take a large part of the repository's memories out of service; a lead must first confirm or dismiss it.";

export const memoryInvalidate = defineCommand(contract.memoryInvalidate, {
  compact: compactWrite,
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: reasonOf,
  write: async ({ db, actor, subject, prepared: reason, now, audit }) => {
    const asked = { actor, memory: subject, action: "invalidate" as const };
    if (await needsSuggestion(db, asked)) return suggest(db, { ...asked, reason, now: now(), audit });
    audit({ subject_id: subject.id, detail: { reason } });
    return invalidateOne(db, { actor, memory: subject, reason, now: now() });
  },
});

export const memoryRefresh = defineCommand(contract.memoryRefresh, {
  compact: compactWrite,
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: ({ db, actor, subject }) => checkNow(db, actor, subject),
  write: async ({ db, actor, subject, prepared: checks, now, audit }) => {
    assertMayBeRefreshed(subject);
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
    // Somebody may have decided against it while it was checked.
    assertMayBeRefreshed(checked);
    if (verdict === null && checked.status !== "active")
      await assertOwn(db, {
        actor,
        memory: checked,
        remedy: "It has no citations, so it cannot be checked.",
      });
    await confirm(db, { actor, memory: checked, from: subject.status, verdict, now: now() });
    const note = verdict === null ? ["It cites nothing, so nothing was checked."] : [];
    return written(await memoryQueries.findMemory(db, { organization_id, memory_id }), note);
  },
});
