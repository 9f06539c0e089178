import { expect, it } from "vitest";
import * as contract from "@/lib/tasks/contract";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

const OUTPUT = [
  "Traceback (most recent call last):",
  '  File "/home/ci/app/shop.py", line 12, in total',
  "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
].join("\n");

it("failures of no repository are read and left alone by a key that is bound to some", async () => {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const shop = await addRepository(database.db, { organization_id, name: "acme/shop" });
  const person = contextOf(database, await organization.person("lead"));
  const bound = contextOf(database, await organization.agent({ repository_ids: [shop] }));
  const { failure } = await run(
    contract.failureRecord,
    { output: OUTPUT, solution: "Convert the prices." },
    person,
  );
  const failure_id = failure?.id ?? "";
  const asStored = { solution: "Convert the prices." };
  expect(await run(contract.failureGet, { failure_id }, bound)).toMatchObject(asStored);
  const denied = { code: "permission_denied" };
  const solved = { failure_id, solution: "Switch the check off." };
  await expect(run(contract.failureSolve, solved, bound)).rejects.toMatchObject(denied);
  await expect(run(contract.failureReopen, { failure_id }, bound)).rejects.toMatchObject(denied);
  expect(await run(contract.failureGet, { failure_id }, person)).toMatchObject(asStored);
});
