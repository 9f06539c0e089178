import * as check from "lucide-react/icons/check";
import * as folder from "lucide-react/icons/folder-git-2";
import * as house from "lucide-react/icons/house";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import createLightIcon from "./light-icon.mjs";

type Props = ComponentProps<typeof house.default>;

/** Tags with their attributes, in an order of their own. */
const tagsOf = (text: string) =>
  text.split(/(?<=>)/).map((tag) =>
    tag
      .replace(/\/?>$/, "")
      .split(/ (?=[a-zA-Z-]+=")/)
      .toSorted(),
  );

it.each([
  ["alone", {}],
  ["that says nothing", { "aria-hidden": true, className: "size-4 text-primary" }],
  ["that says something", { role: "img", "aria-label": "Home" }],
  ["with lines of its own", { strokeWidth: 3, size: 12, color: "red", "data-kind": "fact" }],
] satisfies [string, Props & { "data-kind"?: string }][])(
  "an icon %s is drawn as its package draws it",
  (_, props) => {
    for (const icon of [house, check, folder]) {
      const light = createLightIcon(Object(icon).__iconData);
      expect(tagsOf(renderToStaticMarkup(createElement(light, props)))).toEqual(
        tagsOf(renderToStaticMarkup(createElement(icon.default, props))),
      );
    }
  },
);
