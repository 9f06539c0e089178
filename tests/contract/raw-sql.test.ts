import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What speaks to the database without an organization, by its functions, and why. */
const OF_THE_SERVER: Readonly<Record<string, { functions: readonly string[]; because: string }>> = {
  "lib/access/unscoped.ts": {
    functions: [
      "findIdentityOfKey",
      "findMembershipsOfPerson",
      "findReachOfLogin",
      "findInvitationsOfPerson",
      "findWebhookConnection",
      "findOrganizationsWithUses",
      "findSilentChecks",
      "findSealedSecrets",
      "findFirstOwner",
      "purgeExpired",
      "lockFirstStart",
    ],
    because: "finds out which organization it is, makes the first, or cleans up after all of them",
  },
  "lib/jobs/queue.ts": {
    functions: ["enqueue", "enqueueKeyed"],
    because: "pg-boss writes its own statements",
  },
  "lib/db/sql/access.ts": {
    functions: ["announceRepositorySettings"],
    because: "processes listen for the changes of every organization",
  },
  "lib/db/sql/health.ts": { functions: ["pingDatabase"], because: "asks whether the database answers" },
  "lib/db/sql/repository-owners.ts": {
    functions: ["findOrganizationsOfRepositories"],
    because: "finds out whose a clone of an older Casebook is",
  },
  "lib/db/sql/request-counts.ts": {
    functions: ["addRequestCounts", "deleteRequestCounts"],
    because: "counts who asks before it is known of which organization",
  },
  "lib/db/sql/server.ts": {
    functions: ["findDatabaseFacts", "findAppliedMigrations"],
    because: "reads what the database says of itself",
  },
  "lib/db/sql/exchange.ts": { functions: ["findTableShapes"], because: "reads the database's catalogue" },
  "lib/db/sql/agents.ts": { functions: ["bytesOfMemory"], because: "reads the size of the tables" },
  "lib/db/sql/planner-statistics.ts": {
    functions: ["analyzeGrown", "entriesOf"],
    because: "the statistics of a table are of every organization",
  },
  "lib/db/sql/replication.ts": {
    functions: ["putChangePosition", "findChangePosition", "findReplayedPosition", "deleteChangePositions"],
    because: "asks how far a replica has read the log of the server",
  },
  "lib/db/remembered/remember.ts": {
    functions: ["rememberFor"],
    because: "asks the database itself whether changes are heard",
  },
  "lib/db/sql/vectors.ts": {
    functions: ["countVectors", "findVectorIndex", "mayBuildVectorIndex", "buildVectorIndex"],
    because: "an index of vectors is over every organization",
  },
};

const RAW = /^\$(?:query|execute)Raw(?:Unsafe)?$/;

type Use = { file: string; within: string; what: "statement" | "raw text" };

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^lib\/db\/generated\//.test(name));
}

/** `tenantSql(…)\`…\``, also as the one argument of `prepared`. */
function isTenantTagged(argument: ts.Expression | undefined): boolean {
  if (argument && ts.isCallExpression(argument) && argument.expression.getText() === "prepared")
    return isTenantTagged(argument.arguments[0]);
  return (
    argument !== undefined &&
    ts.isTaggedTemplateExpression(argument) &&
    ts.isCallExpression(argument.tag) &&
    argument.tag.expression.getText() === "tenantSql"
  );
}

function functionAround(node: ts.Node): string {
  for (let outer: ts.Node | undefined = node.parent; outer; outer = outer.parent)
    if (ts.isFunctionDeclaration(outer) && outer.name && ts.isSourceFile(outer.parent))
      return outer.name.text;
  return "";
}

/** Statements that are not made by `tenantSql`, and texts that are put into statements unquoted. */
function usesIn(file: string, text: string): Use[] {
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const called = ts.isCallExpression(node.parent) && node.parent.expression === node ? node.parent : null;
      if (RAW.test(node.name.text) && !isTenantTagged(called?.arguments[0]))
        uses.push({ file, within: functionAround(node), what: "statement" });
      if (node.getText() === "Prisma.raw")
        uses.push({ file, within: functionAround(node), what: "raw text" });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return uses;
}

const isExcepted = ({ file, within, what }: Use) =>
  what === "raw text"
    ? file === "lib/db/tenant-guard.ts"
    : OF_THE_SERVER[file]?.functions.includes(within) === true;

describe("raw SQL", () => {
  const uses = ["app", "bin", "components", "lib"]
    .flatMap(filesIn)
    .flatMap((file) => usesIn(file, readFileSync(path.join(root, file), "utf8")));

  it("is made by the tag that carries the organization, but for what concerns the whole server", () => {
    expect(uses.filter((use) => !isExcepted(use))).toEqual([]);
  });

  it("has no exception that is not used", () => {
    const excepted = Object.entries(OF_THE_SERVER).flatMap(([file, { functions }]) =>
      functions.map((name) => `${file} ${name}`),
    );
    const used = new Set(uses.map(({ file, within }) => `${file} ${within}`));
    expect(excepted.filter((name) => !used.has(name))).toEqual([]);
  });

  it.each([
    "db.$queryRaw`select id from memory where organization_id = 1`",
    "db.$executeRaw(Prisma.sql`delete from memory`)",
    "const run = db.$queryRaw; run`select 1`",
    "db.$executeRaw(prepared(Prisma.sql`delete from memory`))",
    "db.$queryRawUnsafe(text)",
    "Prisma.raw(name)",
  ])("is noticed in %s", (statement) => {
    expect(usesIn("lib/x.ts", `function f() { ${statement} }`)).toHaveLength(1);
    for (const tagged of [
      "tenantSql(organization_id)`select 1`",
      "prepared(tenantSql(organization_id)`select 1`)",
    ])
      expect(usesIn("lib/x.ts", `db.$queryRaw<Row[]>(${tagged})`)).toHaveLength(0);
  });
});
