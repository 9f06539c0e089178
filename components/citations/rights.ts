/** What the person who looks may do; it decides what is offered, and the server checks every call again. */
export type CitationRights = {
  /** Decide on memories. */
  write: boolean;
  /** Check and fetch repositories. */
  check: boolean;
  /** Say whether a memory still holds. */
  decide: boolean;
};
