import { describe, expect, it } from "vitest";
import { frameworkKey, frameworksIn } from "./frameworks";

describe("framework keys", () => {
  it("are the same for the spellings of one name", () => {
    for (const [one, other] of [
      ["Next.js", "next"],
      ["React", "react"],
      ["Tailwind CSS", "tailwindcss"],
      ["scikit-learn", "scikit_learn"],
      ["Vue.js", "vue"],
    ] as const)
      expect(frameworkKey(one)).toBe(frameworkKey(other));
    expect(frameworkKey("js")).toBe("js");
  });
});

describe("frameworks in manifests", () => {
  it("are read from each sort of manifest", () => {
    const found = frameworksIn([
      {
        name: "package.json",
        text: '{"dependencies":{"next":"16"},"devDependencies":{"@nestjs/core":"11"}}',
      },
      {
        name: "pyproject.toml",
        text: '[project]\ndependencies = [\n  "django>=5",\n  "uvicorn[standard]",\n]\n[tool.poetry.dependencies]\nfastapi = "^1"\n[tool.ruff]\nline-length = 100\n',
      },
      { name: "requirements.txt", text: "torch==2.1\n# flask\n-r other.txt\n" },
      { name: "go.mod", text: "module x\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.0\n)\n" },
      {
        name: "Cargo.toml",
        text: '[package]\nname = "x"\n[dependencies]\ntokio = "1"\n[dependencies.serde]\nversion = "1"\n',
      },
      { name: "Gemfile", text: "gem 'rails', '~> 8'\n" },
      { name: "pom.xml", text: "<artifactId>spring-boot-starter-web</artifactId>" },
      { name: "build.gradle.kts", text: 'implementation("io.ktor:ktor-server-core:3.0")' },
      { name: "composer.json", text: '{"require":{"laravel/framework":"^12"}}' },
      { name: "pubspec.yaml", text: "dependencies:\n  flutter:\n    sdk: flutter\n" },
    ]);
    for (const name of [
      "Next.js",
      "NestJS",
      "Django",
      "FastAPI",
      "PyTorch",
      "Gin",
      "Tokio",
      "Serde",
      "Ruby on Rails",
    ])
      expect([...found], name).toContain(frameworkKey(name));
    for (const name of ["Spring Boot", "Spring", "Laravel", "Flutter", "uvicorn"])
      expect([...found], name).toContain(frameworkKey(name));
    for (const name of ["flask", "line-length", "name"]) expect([...found]).not.toContain(frameworkKey(name));
  });

  it("of a manifest that does not parse are none", () => {
    expect([...frameworksIn([{ name: "package.json", text: "{" }])]).toEqual(["node"]);
  });
});
