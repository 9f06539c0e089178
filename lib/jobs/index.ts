export { defineJob, type Job, type JobContext } from "./define";
export { enqueue } from "./queue";
export { migrateQueues, startWorker } from "./worker";
