/** What paths below a folder begin with: nothing at the root, which is "". */
export function prefixOf(folder: string): string {
  if (folder === "") return "";
  return `${folder}/`;
}
