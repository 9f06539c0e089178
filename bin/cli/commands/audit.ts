import type { Session } from "../api";
import { asking, type Register } from "../command";

export const audit: Register = (program, cli) => {
  program
    .command("audit")
    .description("who did what")
    .command("verify")
    .description("verify every entry against the database's chain; fails if one was changed or removed")
    .action(asking(cli, verify));
};

async function verify(session: Session) {
  const { auditVerify } = await import("@/lib/access/contract");
  const found = await session.call(auditVerify, {});
  const { intact, entries, imported, head, since, problems } = found;
  await session.answer(found, async () => {
    if (intact) await session.say(`All ${entries} entries are unchanged.`);
    if (imported > 0) await session.say(`${imported} of them came with imports and did not happen here.`);
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
