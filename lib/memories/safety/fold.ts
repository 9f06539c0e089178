/**
 * A text as a reader takes it: without what cannot be seen, with look-alike letters made alike, so that a rule for words
 * holds however they are spelled. `at[i]` is where the i-th code unit came from, so that what is found can be shown in
 * the text as it was written.
 */
export type Folded = { text: string; at: readonly number[] };

/** Letters of other scripts that look like Latin ones (Unicode UTS #39, those that occur in words). */
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  (
    [
      ["аΑαᴀ", "a"],
      ["Вв", "b"],
      ["сСϲ", "c"],
      ["ԁ", "d"],
      ["еЕΕёє", "e"],
      ["һНΗ", "h"],
      ["іІΙıΪї", "i"],
      ["јЈ", "j"],
      ["кКΚκ", "k"],
      ["Ӏӏ", "l"],
      ["мМΜ", "m"],
      ["пΝ", "n"],
      ["оОΟο", "o"],
      ["рРΡρ", "p"],
      ["ԛ", "q"],
      ["гᴦ", "r"],
      ["ѕЅ", "s"],
      ["тТΤτ", "t"],
      ["υц", "u"],
      ["ѵν", "v"],
      ["ԝω", "w"],
      ["хХΧχ", "x"],
      ["уУΥ", "y"],
      ["ΖᏃ", "z"],
    ] as const
  ).flatMap(([letters, latin]) => [...letters].map((letter) => [letter, latin])),
);

const DIGIT_LETTERS: Record<string, string> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  "@": "a",
  $: "s",
};

/** Invisible: joiners, soft hyphens, direction marks, variation selectors, tags, and marks that only decorate letters. */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/u;
/** Typographic quotation marks as those of a keyboard. */
const QUOTES: Record<string, string> = { "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"' };
const DECORATION = /\p{M}/u;

/** Compatibility forms made plain (full width, mathematical, circled letters), and what is unseen left out. */
export function fold(text: string): Folded {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is whether there is anything but ASCII.
  if (/^[\u0000-\u007f]*$/.test(text)) return { text, at: Array.from(text, (_, index) => index) };
  return build(text, (character) =>
    UNSEEN.test(character) ? "" : (QUOTES[character] ?? character.normalize("NFKD").replace(/\p{M}+/gu, "")),
  );
}

/** With look-alike letters of other scripts as the Latin ones they look like. */
export function withoutLookAlikes(folded: Folded): Folded {
  return rebuild(folded, (character) => LOOK_ALIKES[character] ?? character);
}

/** With digits and signs that stand for letters (`1gn0re`) as letters. */
export function withoutDigitLetters(folded: Folded): Folded {
  return rebuild(folded, (character) => DIGIT_LETTERS[character] ?? character);
}

/** With words whose letters stand apart (`i g n o r e`, `i-g-n-o-r-e`) joined; wider gaps part the words. */
export function withoutGaps(folded: Folded): Folded {
  const out = { text: "", at: [] as number[] };
  const runs = /(?<![\p{L}\p{N}])\p{L}(?:[ .\-_*|]{1,3}\p{L}){5,}(?![\p{L}\p{N}])/gu;
  let from = 0;
  const take = (start: number, end: number) => {
    out.text += folded.text.slice(start, end);
    for (let index = start; index < end; index++) out.at.push(folded.at[index] ?? 0);
  };
  for (const { 0: run, index } of folded.text.matchAll(runs)) {
    take(from, index);
    let gap = "";
    for (const [offset, character] of [...run].entries()) {
      if (/\p{L}/u.test(character)) {
        if (gap.length > 1) {
          out.text += " ";
          out.at.push(folded.at[index + offset] ?? 0);
        }
        take(index + offset, index + offset + 1);
        gap = "";
      } else gap += character;
    }
    from = index + run.length;
  }
  take(from, folded.text.length);
  return out;
}

const LONG_GAP = /\s{33,}/g;
/** What is left of a long gap at each of its ends. */
const GAP_END = 15;

/**
 * With gaps of white space of 32 characters at most: a gap means the same however wide it is, and rules that look across it
 * take no longer. Lines stay lines.
 */
export function withShortGaps(folded: Folded): Folded {
  const text: string[] = [];
  const at: number[] = [];
  let from = 0;
  const take = (start: number, end: number) => {
    text.push(folded.text.slice(start, end));
    for (let index = start; index < end; index++) at.push(folded.at[index] ?? 0);
  };
  for (const { 0: gap, index } of folded.text.matchAll(LONG_GAP)) {
    take(from, index + GAP_END);
    from = index + gap.length - GAP_END;
    if (!gap.slice(GAP_END, -GAP_END).includes("\n")) continue;
    text.push("\n\n");
    at.push(folded.at[index + GAP_END] ?? 0, folded.at[index + GAP_END] ?? 0);
  }
  if (from === 0) return folded;
  take(from, folded.text.length);
  return { text: text.join(""), at };
}

function build(text: string, to: (character: string) => string): Folded {
  let out = "";
  const at: number[] = [];
  let index = 0;
  for (const character of text) {
    const made = DECORATION.test(character) ? "" : to(character);
    for (let unit = 0; unit < made.length; unit++) at.push(index);
    out += made;
    index += character.length;
  }
  return { text: out, at };
}

function rebuild({ text, at }: Folded, to: (character: string) => string): Folded {
  const inner = build(text, to);
  return { text: inner.text, at: inner.at.map((index) => at[index] ?? 0) };
}
