import { attackServer, expectNothingThrough } from "./attacks";
import { server, test } from "./fixtures";

// In an organization of its own, so that the demo stays as the other files know it.
test("nobody gets in: an attack on the running server in short", async () => {
  test.setTimeout(300_000);
  expectNothingThrough(await attackServer(server(), { thorough: false }), { kinds: 12 });
});
