import { expect, it } from "vitest";
import { migrate } from "@/lib/db/migrate";
import { testDatabase } from "../../support/database";

const database = testDatabase();

it("a database that a newer version used is refused by an older one, with what to do", async () => {
  const name = "99991231235959_of_a_later_version";
  expect(await migrate(database.connection_string, "prisma/migrations")).toEqual([]);
  await database.db.$executeRaw`
    insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('later', 'x', ${name}, now())`;
  await expect(migrate(database.connection_string, "prisma/migrations")).rejects.toThrow(
    /used by a newer Casebook, which applied 99991231235959_of_a_later_version\. Start that version, or restore a backup/,
  );
});
