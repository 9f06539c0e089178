import { actorOfPerson, findFirstOwner } from "@/lib/access";
import { openDatabase } from "@/lib/db/client";
import type { CallOf, Contract, OutputOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { implementationOf, jobNamed } from "@/lib/registry";
import { run } from "@/lib/runtime/run";
import { loopOverThreads } from "../prisma/demo/loop";
import { ensureDataDir, openDatabaseServer } from "./checks";
import { exitWith, StartError } from "./progress";

/**
 * `npm run demo:loop`: the review loop on recorded threads of public pull requests, in the database of the demo, which
 * may run meanwhile. Without a language model, so that it says the same everywhere.
 */
async function main(): Promise<void> {
  const server = await openDatabaseServer(await ensureDataDir());
  const db = openDatabase(server.connection_string, 2);
  try {
    const owner = await findFirstOwner(db);
    const actor = owner && (await actorOfPerson(db, owner.person_id));
    if (!actor) throw new StartError("There is no owner yet. Run `npm run demo` first.");
    const own = { db, ai: { embedder: null, language_model: null }, now: () => new Date() };
    const call = <C extends Contract>(contract: C, input: CallOf<C>): Promise<OutputOf<C>> =>
      run(implementationOf(contract), input, { ...own, actor, request_id: newId() });
    const job = jobNamed("review_import");
    const { proposal } = await loopOverThreads({
      call,
      work: (import_id) =>
        job.handle(
          { organization_id: actor.organization_id, import_id },
          { ...own, signal: new AbortController().signal },
        ),
      say: (line) => console.log(line),
    });
    console.log(proposal ? `\nDecide it: /proposals/${proposal.id}` : "\nNothing was proposed.");
  } finally {
    await db.$disconnect();
    await server.embedded?.close();
  }
}

try {
  await main();
} catch (error) {
  exitWith(error);
}
