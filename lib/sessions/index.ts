export { extractLearnings, learningsByRules, type Output } from "./learning/extraction";
export { probabilityOfTerms, termsOf } from "./learning/fact-model";
export { foundIn, readText } from "./learning/facts";
export { LEARNING_TYPES, type Learning, type LearningType } from "./learning/learned-statement";
export { acceptLearnings, extractionRequest } from "./learning/model-extraction";
export { inferOutcome, readAnswer } from "./outcomes/classify";
