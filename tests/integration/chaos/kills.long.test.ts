import { expect, it } from "vitest";
import { Town } from "../../support/chaos";
import { killParts } from "../../support/kills";
import { localPostgres } from "../../support/local-postgres";

const KILLS = 100;

/** Of the embedded database, or of the PostgreSQL on this machine that DATABASE_URL names: what runs elsewhere cannot be killed. */
it("nothing acknowledged is lost or doubled while every part is killed, a hundred times", async () => {
  const postgres = await localPostgres();
  const town = new Town({ postgres: postgres?.url ?? null });
  try {
    await town.open();
    const { kills, acknowledged, lost, doubled, refused, slowest_return_ms } = await killParts(town, {
      count: KILLS,
    });
    const back = `slowest return ${(slowest_return_ms / 1000).toFixed(1)} s`;
    console.log(
      `Kills: ${JSON.stringify(kills)}; acknowledged ${acknowledged}; refused ${JSON.stringify(refused)}; ${back}`,
    );
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    expect(acknowledged).toBeGreaterThan(KILLS);
    // Without an answer (0), not now (503), or too late by the client's own limit.
    expect(Object.keys(refused).filter((status) => !["0", "503"].includes(status))).toEqual([]);
  } finally {
    await town.close();
    await postgres?.drop();
  }
}, 3_600_000);
