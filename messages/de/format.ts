import type en from "../en/format";

export default {
  months: "Jan.,Feb.,März,Apr.,Mai,Juni,Juli,Aug.,Sept.,Okt.,Nov.,Dez.",
  day: "{day}. {month} {year}",
  month: "{month} {year}",
  day_short: "{day}. {month}",
  moment: "{day}. {month} {year}, {time} {zone}",
  day_and_minute: "{day}. {month} {year}, {time}",
  minute: "{day}. {month}, {time}",
  just_now: "gerade eben",
  ago: "vor {distance}",
  ahead: "in {distance}",
  units: "Min.,Std.,Tg.,Wo.,Mon.,J.",
} satisfies Record<keyof typeof en, string>;
