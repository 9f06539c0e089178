import { findOfKind } from "@/lib/db/sql/everything";
import type { Actor } from "@/lib/kernel/actor";
import type { Permission } from "@/lib/kernel/permissions";
import { seenBy } from "@/lib/memories";
import { defineQuery } from "@/lib/runtime/operation";
import { log } from "@/lib/telemetry/log";
import { searchedWords } from "@/lib/text/searched-words";
import * as contract from "../contract";
import { excerptOf } from "./excerpt";
import { sideBySide } from "./side-by-side";

/** Somebody who types waits for an answer, and what is typed next waits for the database. */
const LIMIT_MS = 1_500;
const AT_ONCE = 3;
const MAX_TITLE = 160;
const MAX_DETAIL = 120;

/** What the list of a kind asks of its reader. People and agents are the organization's, not a repository's. */
const NEEDS: Readonly<Record<contract.SearchKind, { permission: Permission; of_organization?: true }>> = {
  memory: { permission: "memories:read" },
  finding: { permission: "reviews:read" },
  proposal: { permission: "proposals:read" },
  skill: { permission: "skills:read" },
  pattern: { permission: "memories:read" },
  failure: { permission: "memories:read" },
  session: { permission: "memories:read" },
  recall: { permission: "memories:read" },
  repository: { permission: "citations:read" },
  file: { permission: "citations:read" },
  agent: { permission: "organization:read", of_organization: true },
  person: { permission: "organization:read", of_organization: true },
};

const maySee =
  ({ permissions, repository_ids }: Actor) =>
  (kind: contract.SearchKind): boolean => {
    const { permission, of_organization = false } = NEEDS[kind];
    return permissions.has(permission) && (repository_ids === null || !of_organization);
  };

const globalSearch = defineQuery(contract.globalSearch, {
  authorize: "filtered",
  read: async ({ db, actor, input }) => {
    const { q, limit, kinds = contract.SEARCH_KINDS } = input;
    const words = searchedWords(q);
    const asked = { ...seenBy(actor), words, phrase: q.trim(), limit: limit + 1 };
    const found = await sideBySide(
      contract.SEARCH_KINDS.filter((kind) => kinds.includes(kind)).filter(maySee(actor)),
      (kind) => findOfKind(db, { ...asked, kind }),
      {
        at_once: AT_ONCE,
        limit_ms: LIMIT_MS,
        onError: (kind, err) => log().warn({ err, kind }, "a kind could not be searched"),
      },
    );
    const groups = found.map(({ key: kind, came }): contract.SearchGroup => {
      if ("problem" in came) return { kind, items: [], more: false, problem: came.problem };
      const items = came.value.slice(0, limit).map(({ title, detail, at, ...hit }) => ({
        ...hit,
        title: excerptOf(title, { words, max: MAX_TITLE }),
        detail: detail === null ? null : excerptOf(detail, { words, max: MAX_DETAIL }),
        at: at.toISOString(),
      }));
      return { kind, items, more: came.value.length > limit, problem: null };
    });
    return { groups };
  },
});

export const searchOperations = [globalSearch];
