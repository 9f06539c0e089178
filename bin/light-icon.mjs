import { createElement, forwardRef } from "react";

/** What makes an icon say something, beside what is in it. */
const explains = (props) =>
  Object.keys(props).some(
    (name) => (name.startsWith("aria-") || name === "role" || name === "title") && props[name] != null,
  );

/**
 * An icon of lucide-react as this interface uses them, drawn as that package draws it.
 * @returns {import("lucide-react").LucideIcon}
 */
export default function createLightIcon({ name, node, aliases = [], size: box = 24 }) {
  const names = [name, ...aliases.filter((alias) => typeof alias === "string")];
  const own = ["lucide", ...names.map((each) => `lucide-${each}`)].join(" ");
  return forwardRef(
    ({ color = "currentColor", size = 24, strokeWidth = 2, className = "", children, ...props }, ref) => {
      const isSilent = !children && !explains(props);
      return createElement(
        "svg",
        {
          ref,
          xmlns: "http://www.w3.org/2000/svg",
          width: size,
          height: size,
          viewBox: `0 0 ${box} ${box}`,
          fill: "none",
          stroke: color,
          strokeWidth,
          strokeLinecap: "round",
          strokeLinejoin: "round",
          className: [own, className].filter(Boolean).join(" "),
          "aria-hidden": isSilent || undefined,
          ...props,
        },
        ...node.map(([tag, attributes]) => createElement(tag, attributes)),
        children,
      );
    },
  );
}
