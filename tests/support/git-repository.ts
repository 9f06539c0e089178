import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A real git repository with just enough of git to write a history into it. */
export class GitRepository {
  constructor(readonly dir: string) {
    mkdirSync(dir, { recursive: true });
    this.git("init", "--quiet", "--initial-branch=main");
  }

  git(...args: string[]): string {
    const settings = ["user.name=Test", "user.email=test@example.test", "commit.gpgsign=false"];
    return execFileSync("git", [...settings.flatMap((one) => ["-c", one]), "-C", this.dir, ...args], {
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    }).trim();
  }

  /** Writes the files, commits everything, answers the commit. */
  commit(files: Record<string, string | Uint8Array> = {}): string {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.dir, path)), { recursive: true });
      writeFileSync(join(this.dir, path), content);
    }
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "--message=change");
    return this.git("rev-parse", "HEAD");
  }
}
