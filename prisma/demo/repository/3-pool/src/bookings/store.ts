import type { Client } from "../db/pool";
import type { Cents } from "./pricing";

export interface Booking {
  id: string;
  berthId: string;
  arrival: Date;
  nights: number;
  price: Cents;
  holdUntil: Date;
}

/** A booking that shares a night with the given stay. Runs inside the transaction that will insert. */
export async function findOverlapping(client: Client, berthId: string, arrival: Date, nights: number) {
  const [row] = await client.query<Booking>(
    "select * from booking where berth_id = $1 and arrival < $2::date + $3 and arrival + nights > $2 for update",
    [berthId, arrival, nights],
  );
  return row ?? null;
}

export async function insertBooking(client: Client, booking: Omit<Booking, "id">): Promise<Booking> {
  const [row] = await client.query<Booking>(
    "insert into booking (berth_id, arrival, nights, price, hold_until) values ($1, $2, $3, $4, $5) returning *",
    [booking.berthId, booking.arrival, booking.nights, booking.price, booking.holdUntil],
  );
  if (!row) throw new Error("insert returned no row");
  return row;
}

export async function findBooking(client: Client, id: string): Promise<Booking | null> {
  const [row] = await client.query<Booking>("select * from booking where id = $1", [id]);
  return row ?? null;
}

export async function markConfirmed(client: Client, id: string): Promise<Booking | null> {
  const [row] = await client.query<Booking>(
    "update booking set confirmed_at = now() where id = $1 returning *",
    [id],
  );
  return row ?? null;
}

export async function findFreeNights(client: Client, berthId: string) {
  return client.query<{ night: Date }>("select night from free_night where berth_id = $1 order by night", [berthId]);
}
