import type { Session } from "../api";
import { asking, type Register } from "../command";
import { noUnless } from "../exit";

export const preferences: Register = (program, cli) => {
  program
    .command("preferences")
    .description("what developers prefer, from the configuration of a repository's tools")
    .command("compute")
    .description(
      "read the configuration at the head of the default branch and store it, with citations, as a developer's preferences",
    )
    .argument("<owner/name>", "the repository")
    .requiredOption("--developer <git author>", "whose preferences they are; agents name the same developer")
    .action(asking(cli, compute));
};

async function compute(
  session: Session,
  repository: string,
  { developer }: { developer: string },
): Promise<"no" | undefined> {
  const { preferenceCompute } = await import("@/lib/reviews/contract");
  const answer = await session.call(preferenceCompute, { repository, developer });
  await session.answer(answer, async () => {
    if (answer.memory_off) return session.say("Memory is switched off, so nothing was computed.");
    await session.pairs([
      ["files read", answer.files.length],
      ["new", answer.stored],
      ["replaced", answer.replaced],
      ["unchanged", answer.unchanged + answer.noted],
      ["corrected by the developer, unchanged", answer.corrected],
      ["deleted by the developer, not added again", answer.deleted],
      ["no longer configured", answer.gone],
    ]);
    if (answer.unread.length === 0) return;
    await session.table(answer.unread, [
      {
        title: "not read",
        value: ({ path, line }) => [path, line].filter((part) => part !== null).join(":"),
        flexible: true,
      },
      { title: "why", value: ({ why }) => why, flexible: true },
    ]);
  });
  return noUnless(!answer.memory_off);
}
