export { dayOf, generateWithinBudget } from "./budget";
export { causeVectors } from "./drafting/cause-vectors";
export { causesOf } from "./drafting/causes";
export { sumModelUses } from "./drafting/model-use-queries";
export {
  findCommenters as findProposalCommenters,
  insertComment as insertProposalComment,
} from "./proposals/comment-queries";
export { findHunks, findPredictions } from "./proposals/queries";
export { setAssignee as setProposalAssignee } from "./proposals/write-queries";
export { loadProposal, maySeeIts as maySeeProposal } from "./skills/loaders";
export { matcherOfLine } from "./trial/matcher";
