/** The package has no types of its own; only what is replayed here is described. */
declare module "@octokit/fixtures" {
  const fixtures: { get(scenario: string): unknown };
  export default fixtures;
}
