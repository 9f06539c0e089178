import { countFindingsBelow } from "@/lib/db/sql/finding-folders";
import { tenantOf } from "@/lib/kernel/actor";
import { defineQuery } from "@/lib/runtime/operation";
import { prefixOf } from "@/lib/text/paths";
import * as contract from "../contract";
import { findNamedRepository, maySee } from "../findings/filters";
import { tallyOf } from "../rules/tally";

export const findingFolderList = defineQuery(contract.findingFolderList, {
  load: (context) => findNamedRepository(context, context.input.repository, "/repository"),
  authorize: maySee,
  read: async ({ db, actor, input, subject }) => {
    const folder = (input.folder ?? "").replace(/^\/+|\/+$/g, "");
    const prefix = prefixOf(folder);
    if (subject === null) return { folder, items: [], total: 0 };
    const rows = await countFindingsBelow(db, {
      ...tenantOf({ actor }),
      repository_id: subject.id,
      prefix,
      limit: contract.MAX_FOLDER_ENTRIES,
    });
    const items = rows.map(
      ({ name, is_folder, findings, total: _, ...counts }): contract.FolderFindings => ({
        name,
        path: `${prefix}${name}`,
        kind: is_folder ? "folder" : "file",
        findings,
        ...tallyOf(counts),
      }),
    );
    return { folder, items, total: rows[0]?.total ?? 0 };
  },
});
