export { extractLearnings, LEARNING_TYPES, type LearningType, type Output } from "./extraction";
