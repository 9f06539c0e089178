export { defineJob, type Job, type JobContext } from "./define";
export { enqueue, JOB_SCHEMA } from "./queue";
export { migrateQueues, startWorker } from "./worker";
