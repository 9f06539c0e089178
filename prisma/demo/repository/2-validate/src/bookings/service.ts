import type { Config } from "../config";
import type { Client } from "../db/client";
import { HarborError } from "../http/errors";
import { priceOf, withLongStayDiscount } from "./pricing";
import * as store from "./store";

interface Request {
  berthId: string;
  boatLength: number;
  arrival: string;
  nights: number;
}

const MAX_NIGHTS = 90;

/** Checks what came over the wire; the rest of this file may rely on it. */
function parseRequest(body: unknown): Request {
  const { berthId, boatLength, arrival, nights } = body as Partial<Request>;
  if (!berthId) throw new HarborError(400, "berthId is missing.");
  if (!boatLength || boatLength <= 0) throw new HarborError(400, "boatLength must be a positive number of metres.");
  if (!arrival || Number.isNaN(Date.parse(arrival))) throw new HarborError(400, "arrival must be a date.");
  if (!nights || nights < 1 || nights > MAX_NIGHTS) throw new HarborError(400, `nights must be 1 to ${MAX_NIGHTS}.`);
  return { berthId, boatLength, arrival, nights };
}

export function createBookings(client: Client, config: Config) {
  return {
    /** Holds a berth for a while; the booking counts once it is confirmed. */
    async create(body: unknown) {
      const request = parseRequest(body);
      const arrival = new Date(request.arrival);
      const price = withLongStayDiscount(priceOf(request.boatLength, request.nights, arrival), request.nights);
      return client.transaction(async (transaction) => {
        const taken = await store.findOverlapping(transaction, request.berthId, arrival, request.nights);
        if (taken) throw new HarborError(409, "The berth is taken for these nights.");
        const holdUntil = new Date(Date.now() + config.holdMinutes * 60_000);
        return store.insertBooking(transaction, { ...request, arrival, price, holdUntil });
      });
    },

    /** Confirms a held booking; a hold that ran out must be made again. */
    async confirm(bookingId: string) {
      const booking = await store.findBooking(client, bookingId);
      if (!booking) throw new HarborError(404, "There is no such booking.");
      if (booking.holdUntil < new Date()) throw new HarborError(409, "The hold ran out; book again.");
      return store.markConfirmed(client, bookingId);
    },

    free(berthId: string) {
      return store.findFreeNights(client, berthId);
    },
  };
}
