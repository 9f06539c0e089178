export { extractLearnings, type Output } from "./learning/extraction";
export { LEARNING_TYPES, type Learning, type LearningType } from "./learning/learned-statement";
export { acceptLearnings, extractionRequest } from "./learning/model-extraction";
export { inferOutcome, readAnswer } from "./outcomes/classify";
