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

export function createBookings(client: Client, config: Config) {
  return {
    /** Holds a berth for a while; the booking counts once it is confirmed. */
    async create(body: unknown) {
      const request = body as Request;
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
