import type { Actor } from "@/lib/kernel/actor";
import { whyNotAllowed } from "@/lib/kernel/allowed";
import type { Contract } from "@/lib/kernel/contract";
import { groupBy } from "@/lib/kernel/group-by";
import {
  DEFAULT_AGENT_PERMISSIONS,
  PERMISSIONS,
  type Permission,
  ROLE_PERMISSIONS,
  ROLES,
  type Role,
} from "@/lib/kernel/permissions";
import { operations } from "@/lib/registry";

const START = "<!-- rights: made by `npm run docs` from the registry -->";
const END = "<!-- /rights -->";

type Caller = { title: string; actor: Pick<Actor, "kind" | "permissions" | "repository_ids"> };

const SOME_REPOSITORY = ["01900000-0000-7000-8000-000000000000"];

const person = (role: Role): Caller => ({
  title: role,
  actor: { kind: "person", permissions: new Set(ROLE_PERMISSIONS[role]), repository_ids: null },
});
const key = (
  title: string,
  permissions: readonly Permission[],
  repository_ids: string[] | null = null,
): Caller => ({ title, actor: { kind: "agent", permissions: new Set(permissions), repository_ids } });

const CALLERS: readonly Caller[] = [
  ...ROLES.map(person),
  key("key by default", DEFAULT_AGENT_PERMISSIONS),
  key("key with every permission", PERMISSIONS),
  key("… bound to repositories", PERMISSIONS, SOME_REPOSITORY),
];

const contracts: readonly Contract[] = operations.map(({ contract }) => contract);

/** Whether a caller may call an operation at all; "suggests": of memories of others a person decides. */
function rightTo(contract: Contract, { actor }: Caller): "yes" | "suggests" | "" {
  if (whyNotAllowed(actor, contract) !== null) return "";
  const { suggested_without: needed } = contract;
  if (needed !== undefined && actor.kind === "agent" && !actor.permissions.has(needed)) return "suggests";
  return "yes";
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** All operations by all callers, as a markdown table. */
export function operationsTable(): string {
  const rows = contracts.map((contract) => [
    `\`${contract.name}\``,
    `\`${contract.permission}\``,
    contract.reach,
    ...CALLERS.map((caller) => rightTo(contract, caller)),
  ]);
  return table(["operation", "permission", "reach", ...CALLERS.map(({ title }) => title)], rows);
}

/** The same by module and permission: how many of the operations each may call. */
function compactTable(): string {
  const groups = groupBy(contracts, ({ module, permission }) => `${module} | \`${permission}\``);
  const rows = [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other, "en"))
    .map(([group, members]) => [
      group,
      String(members.length),
      ...CALLERS.map((caller) => summaryOf(members.map((contract) => rightTo(contract, caller)))),
    ]);
  return table(["module", "permission", "operations", ...CALLERS.map(({ title }) => title)], rows);
}

function summaryOf(rights: readonly ReturnType<typeof rightTo>[]): string {
  const allowed = rights.filter((right) => right !== "").length;
  const suggesting = rights.filter((right) => right === "suggests").length;
  if (allowed === 0) return "";
  const count = allowed === rights.length ? "all" : String(allowed);
  if (suggesting === 0) return count;
  return `${count}, ${suggesting} suggest`;
}

/** The document with a table that agrees with the registry. */
export function withRights(document: string): string {
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start < 0 || end < start)
    throw new Error(`docs/security.md has no place for the rights: ${START} … ${END}`);
  return `${document.slice(0, start)}${START}\n\n${compactTable()}\n\n${document.slice(end)}`;
}

if (process.argv[1]?.endsWith("rights.ts")) console.log(operationsTable());
