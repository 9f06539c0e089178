export { TestRepository as GitRepository } from "@/lib/citations/git/test-repository";
