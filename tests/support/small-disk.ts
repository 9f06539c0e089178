import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type SmallDisk = { folder: string; fill(): void; clear(): void; remove(): void };

/** Whether this process may mount file systems: as root, outside of most containers. */
export function canMount(): boolean {
  const folder = "/tmp/casebook-mount-test";
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  if (mounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted;
}

/** A file system of its own that can be filled to the last byte. */
export function makeSmallDisk(
  folder: string,
  { megabytes, owner }: { megabytes: number; owner?: { uid: number; gid: number } },
): SmallDisk {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  if (status !== 0) throw new Error(`${folder} could not be mounted: ${stderr}`);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const filler = join(folder, "filler");
  return {
    folder,
    fill: () => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
    },
    clear: () => rmSync(filler, { force: true }),
    remove: () => {
      spawnSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
