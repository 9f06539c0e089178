import { oneOrEveryOrganization } from "@/lib/jobs";

/** What citations say to modules after them, as the name and the data of a job that they define. */

/** A repository was registered, or has another name now: what waits for one of that name may find it. */
export const REPOSITORY_NAMED = {
  name: "memory_attach",
  schema: oneOrEveryOrganization,
} as const;
