const OWN = "by:";

/** The `drafter` of a change that somebody wrote and uploaded. */
export const ownDrafter = (name: string): string => `${OWN}${name}`;

/** Who wrote an uploaded change; null for what was drafted from evidence. */
export const uploaderOf = (drafter: string): string | null => {
  if (drafter.startsWith(OWN)) return drafter.slice(OWN.length);
  return null;
};
