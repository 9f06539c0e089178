export { type Call, defineJob, type Job, type JobContext, type Product } from "./define";
export { forEachInTurn } from "./each";
export { enqueue, enqueueKeyed, JOB_SCHEMA } from "./queue";
export { migrateQueues, startWorker } from "./worker";
