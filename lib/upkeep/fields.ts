export const room = "upkeep";
