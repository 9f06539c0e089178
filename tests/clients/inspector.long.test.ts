import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, playJourney, prepareJourney } from "../support/agent-journey";
import { testDatabase } from "../support/database";
import { type McpServers, startMcp } from "../support/mcp-server";
import { repositoryRoot } from "../support/repository-root";
import { inspectorOf } from "./program";

const database = testDatabase();
const root = repositoryRoot();

let key = "";
let server: McpServers;

beforeAll(async () => {
  server = await startMcp(database, () => key);
  key = (await prepareJourney(database, root.path)).key;
});
afterAll(() => server.close());

// A process for each call.
it("MCP Inspector calls every tool", async () => {
  const inspect = inspectorOf({ server, key, home: root.path });
  const call = async (name: string, input: Answer): Promise<Answer> => {
    const { code, stdout, output } = await inspect(
      "--method",
      "tools/call",
      "--tool-name",
      name,
      "--tool-args-json",
      JSON.stringify(input),
    );
    expect(code, output).toBe(0);
    const { isError = false, structuredContent, content } = JSON.parse(stdout);
    expect(isError, output).toBe(false);
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    return structuredContent;
  };
  await playJourney("inspector", call, (tool, answer, fields) => expect(answer, tool).toMatchObject(fields));
}, 180_000);
