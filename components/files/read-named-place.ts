import { repositoryNameSchema } from "@/lib/citations/contract";
import { idSchema } from "@/lib/kernel/ids";

/** A repository by its id or its name, and a path in it. */
export type NamedPlaceOf =
  | { repository_id: string; name: null; path: string }
  | { repository_id: null; name: string; path: string };

/** A segment of an address as it was before it was written into it. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What `<id>/files/<path>` or `<owner>/<name>/files/<path>` names; null for anything else. */
export function readNamedPlace(segments: readonly string[]): NamedPlaceOf | null {
  const [first = "", second = "", third, ...rest] = segments.map(decoded);
  if (second === "files" && idSchema.safeParse(first).success) {
    const path = third === undefined ? [] : [third, ...rest];
    return { repository_id: first, name: null, path: path.join("/") };
  }
  const name = `${first}/${second}`;
  if (third !== "files" || !repositoryNameSchema.safeParse(name).success) return null;
  return { repository_id: null, name, path: rest.join("/") };
}
