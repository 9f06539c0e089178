import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { NextRequest } from "next/server";
import { expect, it } from "vitest";
import { TOAST_STYLES } from "@/lib/doors/toast-styles";
import { proxy } from "../../proxy";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

it("the hash of the toasts' style sheet is that of the installed sonner", () => {
  const program = readFileSync("node_modules/sonner/dist/index.mjs", "utf8");
  const sheets = [...program.matchAll(/__insertCSS\(("(?:[^"\\]|\\.)*")\)/g)].map(([, text = ""]) =>
    JSON.parse(text),
  );
  expect([hashOf(""), ...sheets.map(hashOf)]).toEqual(TOAST_STYLES);
});

it("pages take no style sheet and no script without this answer's nonce", () => {
  const policyOf = () =>
    proxy(new NextRequest("http://localhost:3000/memories")).headers.get("Content-Security-Policy") ?? "";
  const [policy, next] = [policyOf(), policyOf()];
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
  const directives = new Map(policy.split("; ").map((one) => [one.split(" ")[0], one]));
  expect(directives.get("style-src")).toBe(`style-src 'self' 'nonce-${nonce}' ${TOAST_STYLES.join(" ")}`);
  expect(directives.get("script-src")).toBe(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`);
  expect(next).not.toContain(nonce);
});
