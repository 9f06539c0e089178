/** What the person who looks may do; it decides what is offered, and the server checks every call again. */
export type MemoryRights = {
  write: boolean;
  /** Release from quarantine, and let memories reach every repository. */
  decide: boolean;
};
