import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A real repository for tests, with just enough of git to write a history into it, and none of the machine's settings. */
export class TestRepository {
  constructor(readonly dir: string) {
    this.git("init", "--quiet", "--initial-branch=main");
  }

  git(...args: string[]): string {
    const settings = ["user.name=Test", "user.email=test@example.test", "commit.gpgsign=false"];
    return execFileSync("git", [...settings.flatMap((one) => ["-c", one]), "-C", this.dir, ...args], {
      encoding: "utf8",
      env: {
        NODE_ENV: "test",
        PATH: "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.dir, path)), { recursive: true });
    writeFileSync(join(this.dir, path), content);
  }

  /** Writes the files and commits everything. @returns the commit. */
  commit(files: Record<string, string | Uint8Array> = {}): string {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "--message=change");
    return this.git("rev-parse", "HEAD");
  }
}
