/** Facts of public repositories, read from clones and recorded as far as the texts of the measurement name them. */
import { readFileSync } from "node:fs";
import { factFileOf, factsOf, namesIn, type RepositoryFacts } from "@/lib/memories/taint/facts";
import { filesOf, textsOf } from "../safety-corpora-texts";

/** The facts of a clone's newest commit, without what one of its documents says. */
export function factsOfClone(
  clone: string,
  { repository, without }: { repository: string; without: string | null },
): RepositoryFacts {
  const paths = filesOf(clone, /./);
  const read = paths.filter((path) => path !== without && factFileOf(path) !== null);
  const texts = [...textsOf(clone, read)].map(([path, text]) => ({ path, text }));
  return factsOf({ name: repository, paths, texts });
}
