import { describe, expect, it } from "vitest";
import { completePreferences, type Preferences, preferencesSchema } from "../fields";
import { emailMoment } from "./moments";

const at = (moment: string) => new Date(moment);
const preferencesOf = (chosen: Partial<Preferences>) => completePreferences(preferencesSchema.parse(chosen));
const sentAt = (cadence: "at_once" | "daily" | "weekly", now: string, chosen: Partial<Preferences>) =>
  emailMoment({ cadence, preferences: preferencesOf(chosen), now: at(now) })?.toISOString();

describe("the moment of an e-mail", () => {
  it.each(["off", "in_app"] as const)("of cadence %s never comes", (cadence) => {
    expect(emailMoment({ cadence, preferences: preferencesOf({}), now: new Date() })).toBeNull();
  });

  it("is now for what goes out at once, and the end of the quiet hours within them, over midnight too", () => {
    const quiet = { time_zone: "Europe/Berlin", quiet_from: "20:00", quiet_to: "07:30" };
    expect(sentAt("at_once", "2026-11-23T12:00:00Z", quiet)).toBe("2026-11-23T12:00:00.000Z");
    expect(sentAt("at_once", "2026-11-23T21:00:00Z", quiet)).toBe("2026-11-24T06:30:00.000Z");
    expect(sentAt("at_once", "2026-11-24T03:00:00Z", quiet)).toBe("2026-11-24T06:30:00.000Z");
    expect(sentAt("at_once", "2026-11-24T06:30:00Z", quiet)).toBe("2026-11-24T06:30:00.000Z");
    const noon = { quiet_from: "12:00", quiet_to: "13:00" };
    expect(sentAt("at_once", "2026-11-23T12:00:00Z", noon)).toBe("2026-11-23T13:00:00.000Z");
    expect(sentAt("at_once", "2026-11-23T13:00:00Z", noon)).toBe("2026-11-23T13:00:00.000Z");
  });

  it("is the next time of the digest in the person's time zone, today or tomorrow", () => {
    const tokyo = { time_zone: "Asia/Tokyo", digest_at: "09:00" };
    expect(sentAt("daily", "2026-11-22T23:00:00Z", tokyo)).toBe("2026-11-23T00:00:00.000Z");
    expect(sentAt("daily", "2026-11-23T00:00:00Z", tokyo)).toBe("2026-11-24T00:00:00.000Z");
  });

  it("is on the chosen weekday for a weekly digest", () => {
    const friday = { time_zone: "America/New_York", digest_at: "08:00", digest_weekday: 5 };
    expect(sentAt("weekly", "2026-11-23T12:00:00Z", friday)).toBe("2026-11-27T13:00:00.000Z");
    expect(sentAt("weekly", "2026-11-27T13:00:00Z", friday)).toBe("2026-12-04T13:00:00.000Z");
  });

  it("keeps the time of day where clocks are changed, and takes the next hour where a day has none such", () => {
    const lisbon = { time_zone: "Europe/Lisbon", digest_at: "09:00" };
    expect(sentAt("daily", "2026-03-28T12:00:00Z", lisbon)).toBe("2026-03-29T08:00:00.000Z");
    expect(sentAt("daily", "2026-10-24T12:00:00Z", lisbon)).toBe("2026-10-25T09:00:00.000Z");
    const missing = { time_zone: "Europe/Berlin", digest_at: "02:30" };
    const moment = sentAt("daily", "2026-03-28T12:00:00Z", missing);
    expect(["2026-03-29T00:30:00.000Z", "2026-03-29T01:30:00.000Z"]).toContain(moment);
  });

  it("leaves out no day that is an hour short, for digests, weekdays and quiet hours", () => {
    const saturday = "2027-03-27T22:30:00Z";
    const berlin = { time_zone: "Europe/Berlin", digest_at: "09:00", digest_weekday: 7 };
    expect(sentAt("daily", saturday, berlin)).toBe("2027-03-28T07:00:00.000Z");
    expect(sentAt("weekly", saturday, berlin)).toBe("2027-03-28T07:00:00.000Z");
    const quiet = { time_zone: "Europe/Berlin", quiet_from: "22:00", quiet_to: "07:30" };
    expect(sentAt("at_once", saturday, quiet)).toBe("2027-03-28T05:30:00.000Z");
  });

  it("of a digest within the quiet hours is their end", () => {
    const quiet = { digest_at: "06:00", quiet_from: "22:00", quiet_to: "08:00" };
    expect(sentAt("daily", "2026-11-23T12:00:00Z", quiet)).toBe("2026-11-24T08:00:00.000Z");
  });
});
