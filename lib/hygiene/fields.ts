export const room = "hygiene";
