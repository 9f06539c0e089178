import { actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { namedRepository, redactTexts } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { maySee, repositoryToWrite, visibleTo } from "../access";
import * as contract from "../contract";
import { findVisiblePatternIds } from "../patterns/queries";
import * as taskQueries from "./queries";

const unknownTask = () => new AppError("not_found", "This task does not exist.");

export const taskRecord = defineCommand(contract.taskRecord, {
  authorize: "filtered",
  prepare: async ({ db, actor, input }) => {
    const repository_id = await repositoryToWrite(db, { actor, repository: input.repository });
    const texts = [input.description ?? "", ...input.iterations.map(({ output }) => output ?? "")];
    const [description, ...outputs] = await redactTexts(texts.map((text) => ({ text })));
    const iterations = input.iterations.map((iteration, index) => ({
      ...iteration,
      output: outputs[index]?.text || undefined,
    }));
    return { repository_id, description: description?.text || undefined, iterations };
  },
  write: async ({ db, actor, input, prepared: { repository_id, description, iterations }, now, audit }) => {
    const tenant = tenantOf({ actor });
    const asked = iterations.flatMap(({ patterns_used }) => patterns_used);
    const known = await findVisiblePatternIds(db, { ...tenant, ...visibleTo(actor), ids: asked });
    for (const [at, { patterns_used }] of iterations.entries())
      if (patterns_used.some((id) => !known.has(id)))
        throw invalidField(
          `/iterations/${at}/patterns_used`,
          "names a pattern that does not exist; search it again",
        );
    const { task_id, session_id, status } = input;
    const named = { ...tenant, repository_id, task_id };
    const before = await taskQueries.findTaskByClientId(db, named);
    if (!before) {
      if (description === undefined)
        throw invalidField("/description", "is needed the first time: say what the task is");
      await taskQueries.insertTask(db, {
        ...named,
        description,
        session_id: session_id ?? null,
        actor: actorRef(actor),
        now: now(),
      });
    }
    const task = await taskQueries.findTaskByClientId(db, named);
    if (!task) throw unknownTask();
    await taskQueries.updateTask(db, { ...tenant, id: task.id, description, status, session_id, now: now() });
    await taskQueries.putIterations(db, { ...tenant, task_record_id: task.id, iterations, now: now() });
    await taskQueries.putUses(db, {
      ...tenant,
      task_record_id: task.id,
      pattern_ids: [...known],
      now: now(),
    });
    audit({ subject_id: task.id });
    const written = await taskQueries.findTask(db, { ...tenant, id: task.id });
    if (!written) throw unknownTask();
    return written;
  },
});

export const taskGet = defineQuery(contract.taskGet, {
  load: async ({ db, actor, input }) => {
    const task = await taskQueries.findTask(db, { ...tenantOf({ actor }), id: input.task_record_id });
    if (!task) throw unknownTask();
    return task;
  },
  authorize: maySee,
  read: ({ db, actor, subject }) =>
    taskQueries.findTaskDetail(db, { ...tenantOf({ actor }), ...visibleTo(actor), task: subject }),
});

export const taskList = defineQuery(contract.taskList, {
  authorize: "filtered",
  read: async ({ db, actor, input: { repository, ...rest } }) =>
    taskQueries.listTasks(db, {
      ...tenantOf({ actor }),
      ...visibleTo(actor),
      ...rest,
      repository_id: await namedRepository(db, { actor, repository }),
    }),
});
