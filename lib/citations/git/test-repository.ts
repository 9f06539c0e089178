import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const SETTINGS = ["-c", "user.name=Test", "-c", "user.email=test@example.test", "-c", "commit.gpgsign=false"];

/** Three programs in one shell: to start one from a process of hundreds of megabytes takes longer than git does. */
const COMMIT = `git "$@" add --all && git "$@" commit --quiet --allow-empty --message=change && git rev-parse HEAD`;

/** A real repository for tests, with just enough of git to write a history into it, and none of the machine's settings. */
export class TestRepository {
  constructor(readonly dir: string) {
    mkdirSync(dir, { recursive: true });
    this.git("init", "--quiet", "--initial-branch=main");
  }

  git(...args: string[]): string {
    return this.run("git", [...SETTINGS, ...args]);
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.dir, path)), { recursive: true });
    writeFileSync(join(this.dir, path), content);
  }

  /** Writes the files and commits everything. @returns the commit. */
  commit(files: Record<string, string | Uint8Array> = {}): string {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    return this.run("sh", ["-c", COMMIT, "sh", ...SETTINGS]);
  }

  private run(program: string, args: string[]): string {
    return execFileSync(program, args, {
      cwd: this.dir,
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
}
