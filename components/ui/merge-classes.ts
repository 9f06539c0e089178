/** Classes whose names do not say which property they set. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  display: ["block", "contents", "flex", "grid", "hidden", "inline", "inline-block", "inline-flex", "table"],
  position: ["absolute", "fixed", "relative", "static", "sticky"],
  visibility: ["collapse", "invisible", "visible"],
  "decoration-line": ["line-through", "no-underline", "underline"],
};

const PROPERTIES = new Map(
  Object.entries(NAMES).flatMap(([property, names]) => names.map((name) => [name, property])),
);

/** Classes that begin alike and set different properties; the first that matches counts, with the side that it names. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^text-(?:\[\d|\[0?\.|xs$|sm$|base$|lg$|\d?xl$)/, "text-size"],
  [/^text-(?:left|center|right)$/, "text-align"],
  [/^text-(?:pretty|balance|wrap|nowrap)$/, "text-wrap"],
  [/^border(-[trblxy])?(?:-\d+)?$/, "border-width"],
  [/^border-(?:dashed|dotted|solid)$/, "border-style"],
  [/^border-(?:collapse|separate)$/, "border-collapse"],
  [/^border-spacing-/, "border-spacing"],
  [/^border(-[trblxy])?-/, "border-color"],
  [/^divide(-[xy])(?:-\d+)?$/, "divide-width"],
  [/^bg-\[length:/, "bg-size"],
  [/^bg-\[(?:linear|radial)-/, "bg-image"],
  [/^outline(?:-\d+)?$/, "outline-width"],
  [/^outline-offset-/, "outline-offset"],
  [/^outline-none$/, "outline-none"],
  [/^ring(?:-\d+)?$/, "ring-width"],
  [/^stroke-\d+$/, "stroke-width"],
  [/^decoration-\d+$/, "decoration-width"],
  [/^decoration-(?:dotted|dashed)$/, "decoration-style"],
  [/^flex-(?:col|row)/, "flex-direction"],
  [/^flex-(?:no)?wrap/, "flex-wrap"],
  [/^font-(?:mono|sans)$/, "font-family"],
  [/^rounded(-[trbl]{1,2})?(?:-|$)/, "rounded"],
  [/^flex-/, "flex"],
  [/^shrink(?:-|$)/, "shrink"],
  [/^grow(?:-|$)/, "grow"],
  // Colours and keywords have hyphens of their own.
  [/^(text|bg|outline|ring|stroke|fill|decoration|accent|align|whitespace|cursor)-/, "keyword-"],
];

const SIDES = ["-t", "-r", "-b", "-l"];

/** What else a class sets, whose shorthand it is. */
const SHORTHANDS: Readonly<Record<string, readonly string[]>> = {
  inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
  "inset-x": ["left", "right"],
  "inset-y": ["top", "bottom"],
  m: ["mx", "my", "mt", "mr", "mb", "ml"],
  mx: ["ml", "mr"],
  my: ["mt", "mb"],
  p: ["px", "py", "pt", "pr", "pb", "pl"],
  px: ["pl", "pr"],
  py: ["pt", "pb"],
  gap: ["gap-x", "gap-y"],
  size: ["w", "h"],
  overflow: ["overflow-x", "overflow-y"],
  flex: ["basis", "grow", "shrink"],
  "text-size": ["leading"],
  "line-clamp": ["display", "overflow"],
  "border-width": ["-x", "-y", ...SIDES].map((side) => `border-width${side}`),
  "border-width-x": ["border-width-l", "border-width-r"],
  "border-width-y": ["border-width-t", "border-width-b"],
  "border-color": ["-x", "-y", ...SIDES].map((side) => `border-color${side}`),
  rounded: [...SIDES, "-tl", "-tr", "-bl", "-br"].map((side) => `rounded${side}`),
  "rounded-t": ["rounded-tl", "rounded-tr"],
  "rounded-r": ["rounded-tr", "rounded-br"],
  "rounded-b": ["rounded-bl", "rounded-br"],
  "rounded-l": ["rounded-tl", "rounded-bl"],
};

/** Without them nothing is a class of Tailwind that another could take the place of. */
const VALUE = /-(?:\[.*\]|\(.*\)|[^-[\]()]+)$/;
/** Those of tw-animate-css, which add up. */
const ADDS_UP = /^(?:animate-(?:in|out)|fade-|slide-|zoom-)/;

/** Which property a class without its variants sets; null where it is not one that another takes the place of. */
function propertyOf(name: string): string | null {
  const property = PROPERTIES.get(name);
  if (property !== undefined) return property;
  for (const [pattern, family] of FAMILIES) {
    const match = pattern.exec(name);
    if (match) return family + (match[1] ?? "");
  }
  if (ADDS_UP.test(name) || !VALUE.test(name)) return null;
  return name.replace(VALUE, "");
}

/** The variants of a class (`sm:hover:`, with `!` for one that is important), and what is behind them. */
function partsOf(name: string): { variants: string; base: string } {
  let depth = 0;
  let end = 0;
  for (let at = 0; at < name.length; at++) {
    const letter = name[at];
    if (letter === "[" || letter === "(") depth++;
    else if (letter === "]" || letter === ")") depth--;
    else if (letter === ":" && depth === 0) end = at + 1;
  }
  const variants = name.slice(0, end);
  const base = name.slice(end);
  if (base.endsWith("!")) return { variants: `${variants}!`, base: base.slice(0, -1) };
  return { variants, base };
}

/**
 * Leaves out each class that a later one takes the place of, as both set the same property under the same variants. It knows the
 * classes that this code uses: its test compares it with `tailwind-merge`, which knows all of Tailwind in 9 kB of every page.
 */
export function mergeClasses(joined: string): string {
  const taken = new Set<string>();
  const kept: string[] = [];
  for (const name of joined.split(/\s+/).filter(Boolean).reverse()) {
    const { variants, base } = partsOf(name);
    const isArbitrary = base.startsWith("[");
    const property = isArbitrary ? null : propertyOf(base.replace(/^-/, ""));
    if (property !== null) {
      if (taken.has(variants + property)) continue;
      for (const each of [property, ...(SHORTHANDS[property] ?? [])]) taken.add(variants + each);
    }
    kept.push(name);
  }
  return kept.reverse().join(" ");
}
