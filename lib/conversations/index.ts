export { lastDayDue } from "./logs/due-days";
export { countDaysBefore, deleteDaysBefore } from "./logs/queries";
export { clusterFacts, mattersOf } from "./synthesis/cluster";
