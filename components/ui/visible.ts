/** Characters that turn the direction of what follows them, so that a text reads as another one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

const numberOf = (character: string): string =>
  `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`;

/**
 * A text of agents or people as it is shown: in its own order, with the characters that would turn it written out. Who
 * decides in a list sees the words that a model reads. Nothing for no text.
 */
export const visible = (text: string | null | undefined): string => text?.replace(TURNING, numberOf) ?? "";

/** The same where a text may stand among other things to show. */
export function visibleIn<Node>(node: Node): Node | string {
  if (typeof node === "string") return visible(node);
  return node;
}
