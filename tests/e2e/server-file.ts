/** Where the setup leaves what tests need to know of the server it started. */
export const SERVER_FILE = "test-results/e2e-server.json";

export type ServerFile = {
  url: string;
  data_dir: string;
  agent_key: string;
  settings: Record<string, string>;
};
