/** Prices are whole cents everywhere; only the edge formats them. */
export type Cents = number;

const SEASON_START_MONTH = 5;
const SEASON_END_MONTH = 10;

/** The price of a stay. A boat pays by its length, more in season. */
export function priceOf(lengthMetres: number, nights: number, arrival: Date): Cents {
  const month = arrival.getUTCMonth() + 1;
  const inSeason = month >= SEASON_START_MONTH && month <= SEASON_END_MONTH;
  const perMetre = inSeason ? 320 : 180;
  const startedMetres = Math.ceil(lengthMetres);
  return startedMetres * perMetre * nights;
}

/** A stay of a week or more costs a tenth less, two weeks or more a fifth. */
export function withLongStayDiscount(price: Cents, nights: number): Cents {
  if (nights >= 14) return Math.round(price * 0.8);
  return nights >= 7 ? Math.round(price * 0.9) : price;
}
