export { deleteDaysBefore } from "./logs/queries";
export { lastDayDue, shiftDay } from "./logs/zone";
