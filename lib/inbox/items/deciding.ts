import { permissionsOf } from "@/lib/access/policy";
import { conflictResolve } from "@/lib/hygiene/contract";
import type { Actor } from "@/lib/kernel/actor";
import type { Permission, Role } from "@/lib/kernel/permissions";
import {
  memoryDecideMany,
  quarantineDecide,
  suggestionDecide,
  suspiciousHeadDecide,
} from "@/lib/memories/contract";
import { findingRecategorise, reviewImportConfirm } from "@/lib/reviews/contract";
import { proposalApprove } from "@/lib/skills/contract";
import { failureSolve } from "@/lib/tasks/contract";
import { INBOX_KINDS, type InboxKind } from "../kinds";

/** The operation that decides on items of a kind: whom it allows, the inbox shows them. */
const DECIDED_BY: Readonly<Record<InboxKind, { permission: Permission }>> = {
  proposal: proposalApprove,
  drift: memoryDecideMany,
  suspicious_head: suspiciousHeadDecide,
  conflict: conflictResolve,
  quarantine: quarantineDecide,
  suggestion: suggestionDecide,
  unclassified: findingRecategorise,
  failure: failureSolve,
  import: reviewImportConfirm,
};

/** The kinds of items that somebody with these permissions may decide on. */
export function decidableKinds({ permissions }: Pick<Actor, "permissions">): InboxKind[] {
  return INBOX_KINDS.filter((kind) => permissions.has(DECIDED_BY[kind].permission));
}

/** Whether people of a role may decide on items of a kind, and so see them. */
export function decidesOn(role: Role, kind: InboxKind): boolean {
  return permissionsOf(role).has(DECIDED_BY[kind].permission);
}
