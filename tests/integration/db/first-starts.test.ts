import { describe, expect, it } from "vitest";
import { ensureFirstOwner } from "@/lib/access";
import { openDatabase } from "@/lib/db/client";
import { migrationNames } from "@/lib/db/migrate";
import { migrateDatabase } from "../../../bin/migrations";
import { openTestDatabase } from "../../support/database";
import { localPostgres } from "../../support/local-postgres";

describe.runIf(process.env.DATABASE_URL)("processes that start a new Casebook at the same time", () => {
  it("migrate an empty database in turn", async () => {
    const empty = await localPostgres();
    if (!empty) return;
    try {
      const applied = await Promise.all([migrateDatabase(empty.url), migrateDatabase(empty.url)]);
      expect(applied.flat()).toEqual(await migrationNames("prisma/migrations"));
    } finally {
      await empty.drop();
    }
  }, 120_000);

  it("make one first owner", async () => {
    const database = await openTestDatabase();
    const pools = [1, 2, 3].map(() => openDatabase(database.connection_string, 2));
    try {
      for (const db of pools) await db.$queryRaw`select 1`;
      const made = await Promise.all(
        pools.map((db) =>
          ensureFirstOwner(db, {
            slug: "team",
            name: "My team",
            email: "owner@localhost",
            person: "Owner",
            enabled: false,
          }),
        ),
      );
      expect(made.filter(({ created }) => created)).toHaveLength(1);
    } finally {
      for (const db of pools) await db.$disconnect();
      await database.close();
    }
  }, 60_000);
});
