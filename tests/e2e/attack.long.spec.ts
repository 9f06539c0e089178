import { attackServer, expectNothingThrough } from "./attacks";
import { server, test } from "./fixtures";

test("nobody gets in: the whole attack on the running server", async () => {
  test.setTimeout(1_800_000);
  expectNothingThrough(await attackServer(server(), { thorough: true }), { kinds: 14 });
});
