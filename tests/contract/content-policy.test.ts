import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { NextRequest } from "next/server";
import { expect, it } from "vitest";
import { PACKAGE_STYLES } from "@/lib/doors/package-styles";
import { proxy } from "../../proxy";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

it("the hashes of packages' style sheets are those of the installed versions", () => {
  const program = readFileSync("node_modules/sonner/dist/index.mjs", "utf8");
  const sheets = [...program.matchAll(/__insertCSS\(("(?:[^"\\]|\\.)*")\)/g)].map(([, text = ""]) =>
    JSON.parse(text),
  );
  const select = readFileSync("node_modules/@radix-ui/react-select/dist/index.mjs", "utf8");
  const viewports = [...select.matchAll(/__html: `([^`]*)`/g)].map(([, text = ""]) => text);
  expect([hashOf(""), ...sheets.map(hashOf), ...viewports.map(hashOf)]).toEqual(PACKAGE_STYLES);
});

it("pages take no style sheet and no script without this answer's nonce", () => {
  const policyOf = () =>
    proxy(new NextRequest("http://localhost:3000/memories")).headers.get("Content-Security-Policy") ?? "";
  const [policy, next] = [policyOf(), policyOf()];
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
  const directives = new Map(policy.split("; ").map((one) => [one.split(" ")[0], one]));
  expect(directives.get("style-src")).toBe(`style-src 'self' 'nonce-${nonce}' ${PACKAGE_STYLES.join(" ")}`);
  expect(directives.get("script-src")).toBe(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`);
  expect(next).not.toContain(nonce);
});
