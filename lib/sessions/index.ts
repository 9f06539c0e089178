export {
  extractLearnings,
  LEARNING_TYPES,
  type Learning,
  type LearningType,
  type Output,
} from "./extraction";
export { acceptLearnings, extractionRequest } from "./model-extraction";
export { inferOutcome, readAnswer } from "./outcomes/classify";
