import type { Session } from "../api";
import { asking, type Register } from "../command";

export const audit: Register = (program, cli) => {
  program
    .command("audit")
    .description("what was done by whom")
    .command("verify")
    .description(
      "compare every entry with the chain that the database kept; fails when one is not as it was written",
    )
    .action(asking(cli, verify));
};

async function verify(session: Session) {
  const { auditVerify } = await import("@/lib/access/contract");
  const found = await session.call(auditVerify, {});
  const { intact, entries, head, since, problems } = found;
  await session.answer(found, async () => {
    if (intact) await session.say(`All ${entries} entries are as they were written.`);
    if (since !== null)
      await session.say(
        `It begins at number ${since.number}: entries from before ${since.before} were removed on ${since.removed_at}.`,
      );
    for (const { what, number, entry_id } of problems)
      await session.say(`${entry_id}, number ${number ?? "none"}, is ${what}.`);
    if (head !== null) await session.say(`The chain ends at ${head.number} with ${head.sha256}.`);
  });
  if (!intact) return "no" as const;
  return undefined;
}
