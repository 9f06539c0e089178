export { statedIn } from "./extraction/dialogue";
export { byRules } from "./extraction/extract-day";
export { deleteDaysBefore } from "./logs/queries";
export { lastDayDue, shiftDay } from "./logs/zone";
