export { type Account, describeAccount } from "./account";
export { createGithub, type Github, type GithubAuth, type GithubConfig } from "./client";
export { GithubError, type GithubErrorCode } from "./errors";
export type { RateLimit } from "./rate-limit";
export {
  type GithubCommit,
  type GithubRepository,
  type GithubTree,
  type GithubTreeEntry,
  githubRepository,
} from "./repository";
