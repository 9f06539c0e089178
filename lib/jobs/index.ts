export {
  type Call,
  defineJob,
  type Job,
  type JobContext,
  oneOrEveryOrganization,
  type Product,
} from "./define";
export { forEachInTurn, whileFull } from "./each";
export { enqueue, enqueueKeyed, JOB_SCHEMA } from "./queue";
export { migrateQueues, startWorker } from "./worker";
