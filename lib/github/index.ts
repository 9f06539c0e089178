export { describeAccount } from "./account";
export { createGithub, type Github, type GithubAuth } from "./client";
export { GithubError } from "./errors";
export { type GithubTree, githubRepository } from "./repository";
