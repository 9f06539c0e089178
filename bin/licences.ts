import { z } from "zod";

const lockSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

export type Licence = {
  path: string;
  name: string;
  version: string;
  /** As the package says, null when the lock does not know. */
  licence: string | null;
  /** Not only needed to develop. */
  is_shipped: boolean;
};

/** The licence of every package of a lock. */
export function licencesOf(lock: unknown): Licence[] {
  return Object.entries(lockSchema.parse(lock).packages).flatMap(([path, entry]) => {
    if (path === "" || entry.link === true) return [];
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const is_shipped = entry.dev !== true && entry.devOptional !== true;
    return [{ path, name, version: entry.version ?? "", licence: entry.license ?? null, is_shipped }];
  });
}

/** Licences that ask for no more than their text to be passed on, or concern only the package's own files. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "Unlicense",
]);

/** Whether an SPDX expression can be met with allowed licences alone. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\(|\)$/g, "");
  if (/ or /i.test(plain)) return plain.split(/ or /i).some(isAllowed);
  return plain.split(/ and /i).every((licence) => ALLOWED.has(licence));
}
