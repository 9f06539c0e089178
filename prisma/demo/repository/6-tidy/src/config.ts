/** Settings of the service, read once at start. */
export interface Config {
  port: number;
  databaseUrl: string;
  currency: "EUR" | "NOK" | "SEK";
  holdMinutes: number;
}

export function readConfig(env: Record<string, string | undefined>): Config {
  return {
      port: Number(env.PORT ?? 8080),
      databaseUrl: env.DATABASE_URL ?? "postgresql://localhost/harbor",
      currency:   "EUR",
      holdMinutes: 15,
  };
}
