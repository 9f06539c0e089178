import { Prisma } from "./generated/client";

/** Tables that belong to no single organization; only lib/access reads them. */
const UNSCOPED = new Set<string>(["organization", "person", "person_account", "login_link"]);

/** True when a where or data object binds the query to one organization, directly or through a composite key. */
function namesOrganization(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(value)) return value.length > 0 && value.every(namesOrganization);
  return Object.entries(value).some(([field, item]) => {
    if (field === "organization_id") return typeof item === "string" && item.length > 0;
    if (field.startsWith("organization_id_")) return namesOrganization(item);
    if (field === "AND") return Array.isArray(item) ? item.some(namesOrganization) : namesOrganization(item);
    return false;
  });
}

/**
 * Refuses every query on a tenant table that does not name its organization: reads, updates and deletes in `where`,
 * creations in `data`. It sees top-level calls; nested writes are held by the composite foreign keys.
 */
export const tenantGuard = Prisma.defineExtension({
  name: "tenant-guard",
  query: {
    $allModels: {
      $allOperations({ model, operation, args, query }) {
        if (UNSCOPED.has(model)) return query(args);
        const operands = args as { where?: unknown; data?: unknown; create?: unknown };
        const action: string = operation;
        const bound = action.startsWith("create")
          ? namesOrganization(operands.data)
          : namesOrganization(operands.where) && (action !== "upsert" || namesOrganization(operands.create));
        if (!bound)
          throw new Error(`${model}.${operation} does not name an organization_id; every tenant query must.`);
        return query(args);
      },
    },
  },
});
