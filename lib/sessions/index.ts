export {
  extractLearnings,
  LEARNING_TYPES,
  type Learning,
  type LearningType,
  type Output,
} from "./learning/extraction";
export { acceptLearnings, extractionRequest } from "./learning/model-extraction";
export { inferOutcome, readAnswer } from "./outcomes/classify";
