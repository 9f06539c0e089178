import { expect, test } from "vitest";
import { languageOf } from "./languages";

test.each([
  [undefined, null, "en"],
  [undefined, "de", "de"],
  [undefined, "de-AT,de;q=0.9,en;q=0.8", "de"],
  [undefined, "fr-FR, en;q=0.5, de;q=0.7", "de"],
  [undefined, "fr, es;q=0.5", "en"],
  [undefined, "de;q=0", "en"],
  [undefined, ";;;,", "en"],
  ["de", "en", "de"],
  ["en", "de", "en"],
  ["<script>", "de", "de"],
])("of the choice %s and the header %s it is %s", (chosen, accepted, language) => {
  expect(languageOf({ chosen, accepted })).toBe(language);
});
