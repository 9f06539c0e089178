import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInShell } from "./test-shell";

const SETTINGS = ["-c", "user.name=Test", "-c", "user.email=test@example.test", "-c", "commit.gpgsign=false"];

const COMMIT = `git "$@" add --all && git "$@" commit --quiet --allow-empty --message=change && git rev-parse HEAD`;

/** A real repository for tests, with just enough of git to write a history into it, and none of the machine's settings. */
export class TestRepository {
  constructor(readonly dir: string) {
    mkdirSync(dir, { recursive: true });
    this.git("init", "--quiet", "--initial-branch=main");
  }

  git(...args: string[]): string {
    return this.run('git "$@"', [...SETTINGS, ...args]);
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.dir, path)), { recursive: true });
    writeFileSync(join(this.dir, path), content);
  }

  /** Writes the files and commits everything. @returns the commit. */
  commit(files: Record<string, string | Uint8Array> = {}): string {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    return this.run(COMMIT, SETTINGS);
  }

  private run(script: string, args: readonly string[]): string {
    return runInShell(this.dir, script, args).toString("utf8").trim();
  }
}
