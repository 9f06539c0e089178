import type { RepositorySource } from "../repositories/source";
import type { InheritedEnvironment } from "./git-process";

/** How git is run. Every field has a default that suits a server. */
export interface GitOptions {
  /** Variables handed on to git (PATH, HOME, SSH_AUTH_SOCK, proxies). Default: a plain PATH and nothing else. */
  inherit?: InheritedEnvironment;
  /** Milliseconds a local call may take; default 15,000. */
  timeout_ms?: number;
  /** Whether the git folder may be read, which a link or a file named `.git` can put anywhere. Default: yes. */
  isAllowed?: (git_dir: string) => Promise<boolean>;
  /** Files larger than this are shown by their size only; default 8 MB. */
  max_blob_bytes?: number;
}

export interface CloneOptions extends GitOptions {
  /** Also accept absolute paths and file:// URLs. Default false: a path is a right to read this server's disk. */
  allow_file_paths?: boolean;
  /** Milliseconds for the whole transfer; default 10 minutes. */
  transfer_timeout_ms?: number;
  /** The value of an Authorization header for https; it is kept off the command line and is stored nowhere. */
  authorization?: string;
  /** IP addresses that the host was found to have: git connects to these over https, whatever the name says then. */
  addresses?: readonly string[];
}

/** A git repository on this server. */
export interface GitSource extends RepositorySource {
  /** The folder git works on, symbolic links resolved. */
  readonly git_dir: string;
}

export const LOCAL_TIMEOUT_MS = 15_000;
export const TRANSFER_TIMEOUT_MS = 600_000;
export const MAX_BLOB_BYTES = 8_000_000;
export const MAX_OUTPUT_BYTES = 64_000_000;
