import { isWithin } from "./areas";
import { type Setting, TOOLS } from "./settings";

/** A setting with the file that says it. */
export type Placed = Setting & { path: string };

/** Another setting that says something else of the same; the one it is listed with holds. */
export type Contradiction = Pick<Placed, "tool" | "value" | "path" | "line_start">;

/** A setting that holds, where and against what. */
export type Effective = Placed & { folder: string; contradicted_by: Contradiction[] };

const contradictionOf = ({ tool, value, path, line_start }: Placed): Contradiction => ({
  tool,
  value,
  path,
  line_start,
});

export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/**
 * The settings that hold in a repository: of several tools that speak of the same in one folder the first of `TOOLS`
 * does, with those that say otherwise beside it. What repeats a wider setting, or that of a folder above, is left out.
 */
export function combine(placed: readonly Placed[]): Effective[] {
  const byStrength = placed
    .map((setting) => ({ ...setting, folder: folderOf(setting.path) }))
    .sort((a, b) => TOOLS.indexOf(a.tool) - TOOLS.indexOf(b.tool));
  const held: Effective[] = [];
  for (const setting of byStrength) {
    const other = held.find((one) => isSame(one, setting) && isWithin(setting.area, one.area));
    if (!other) held.push({ ...setting, contradicted_by: [] });
    else if (other.value !== setting.value) {
      other.contradicted_by.push(contradictionOf(setting));
    }
  }
  for (const setting of held) contradictWider(setting, held);
  return held.filter((setting) => !repeatsWider(setting, held) && !repeatsFolderAbove(setting, held));
}

type Comparable = Pick<Effective, "folder" | "key" | "aspect">;

const isSame = (one: Comparable, other: Comparable) =>
  one.folder === other.folder && one.key === other.key && one.aspect === other.aspect;

/** A weaker tool's setting for every file, which does not hold where a stronger tool speaks of a language. */
function contradictWider(setting: Effective, all: readonly Effective[]): void {
  for (const wider of all)
    if (
      wider !== setting &&
      isSame(wider, setting) &&
      setting.area !== wider.area &&
      isWithin(setting.area, wider.area)
    ) {
      if (wider.value !== setting.value && wider.tool !== setting.tool)
        setting.contradicted_by.push(contradictionOf(wider));
    }
}

const repeatsWider = (setting: Effective, all: readonly Effective[]) =>
  all.some(
    (wider) =>
      wider !== setting &&
      isSame(wider, setting) &&
      wider.area !== setting.area &&
      wider.value === setting.value &&
      isWithin(setting.area, wider.area),
  );

/** The nearest folder above that says anything of the same says the same. */
function repeatsFolderAbove(setting: Effective, all: readonly Effective[]): boolean {
  const above = all.filter(
    ({ key, aspect, area, folder }) =>
      key === setting.key &&
      aspect === setting.aspect &&
      area === setting.area &&
      folder !== setting.folder &&
      (folder === "" || setting.folder.startsWith(`${folder}/`)),
  );
  const [nearest] = above.sort((a, b) => b.folder.length - a.folder.length);
  return nearest !== undefined && nearest.value === setting.value;
}
