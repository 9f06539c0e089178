import { findInjections, redactText } from "@/lib/memories";

/**
 * A model's own words as people and agents may read them: in one line, without secrets, and nothing that a statement made
 * it say to the next model.
 */
export async function modelWords(said: string, most: number, instead: string): Promise<string> {
  const text = await redactText([...said.replace(/\s+/g, " ").trim()].slice(0, most).join(""));
  if (text === "" || findInjections(text).length > 0) return instead;
  return text;
}
