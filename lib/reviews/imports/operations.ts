import { tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { redactTexts } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { truncateWithMark } from "@/lib/text/cut";
import * as contract from "../contract";
import { classifierOf } from "../rules/classifier";
import { reviewImportGithub, reviewImportThreads } from "./import-threads";
import { correctItems, toItems } from "./imports";
import { assertMayChangeImport, loadImport, maySeeImport, present } from "./loaders";
import * as importsQueries from "./queries";
import { reviewImport, reviewImportSarif, start } from "./start-import";

const reviewImportList = defineQuery(contract.reviewImportList, {
  authorize: "filtered",
  read: ({ db, actor, input }) =>
    importsQueries.listImports(db, {
      ...tenantOf({ actor }),
      ...input,
      visible_repository_ids: actor.repository_ids,
    }),
});

const reviewImportGet = defineQuery(contract.reviewImportGet, {
  load: loadImport,
  authorize: maySeeImport,
  read: async ({ subject }) => subject,
});

const reviewImportItems = defineQuery(contract.reviewImportItems, {
  load: loadImport,
  authorize: maySeeImport,
  read: async ({ db, ai, actor, input }) => {
    const asked = { ...tenantOf({ actor }), import_id: input.import_id, state: input.state };
    const rows = await importsQueries.findImportItems(db, {
      ...asked,
      after: input.after,
      limit: input.limit + 1,
    });
    const page = rows.slice(0, input.limit);
    return {
      items: await toItems(page, await classifierOf(db, { ...tenantOf({ actor }), embedder: ai.embedder })),
      total: await importsQueries.countImportItems(db, asked),
      next: rows.length > input.limit ? (page.at(-1)?.position ?? null) : null,
    };
  },
});

const reviewImportCorrect = defineCommand(contract.reviewImportCorrect, {
  load: loadImport,
  authorize: maySeeImport,
  prepare: async ({ actor, input, subject }) => {
    assertMayChangeImport(actor, subject);
    const texts = input.items.map(({ reason }) => ({ text: reason ?? "" }));
    const redacted = await redactTexts(texts);
    return input.items.map((item, index) => {
      if (item.reason === undefined) return item;
      return { ...item, reason: truncateWithMark(redacted[index]?.text ?? "", contract.MAX_PROSE) };
    });
  },
  write: async ({ db, actor, input, subject, prepared, audit }) => {
    if (subject.status !== "draft")
      throw new AppError("conflict", "This import is being stored; correct its findings instead.");
    audit({ subject_id: subject.id, detail: { items: prepared.length } });
    const { import_id } = input;
    return {
      items: await correctItems(db, {
        ...tenantOf({ actor }),
        import_id,
        corrections: prepared,
        by: actor.name,
      }),
    };
  },
});

const reviewImportConfirm = defineCommand(contract.reviewImportConfirm, {
  load: loadImport,
  authorize: maySeeImport,
  write: async ({ db, actor, input: { import_id }, subject, audit }) => {
    assertMayChangeImport(actor, subject);
    audit({ subject_id: import_id });
    if (subject.status !== "draft") return subject;
    const tenant = tenantOf({ actor });
    const drafts = await importsQueries.findImportItems(db, { ...tenant, import_id, state: ["draft"] });
    if (drafts.length === 0)
      throw new AppError(
        "unprocessable",
        "Every item of this import is left out; there is nothing to store.",
      );
    await importsQueries.updateImportItems(db, {
      ...tenant,
      import_id,
      positions: drafts.map(({ position }) => position),
      change: { state: "waiting" },
    });
    await importsQueries.updateImport(db, { ...tenant, import_id, status: "waiting" });
    await start(db, actor, import_id);
    return present(db, actor, import_id);
  },
});

export const importOperations = [
  reviewImport,
  reviewImportSarif,
  reviewImportGithub,
  reviewImportThreads,
  reviewImportList,
  reviewImportGet,
  reviewImportItems,
  reviewImportCorrect,
  reviewImportConfirm,
];
