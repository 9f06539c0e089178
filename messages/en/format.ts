/** Figures and moments. */
export default {
  /** From January on, with commas between. */
  months: "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec",
  day: "{day} {month} {year}",
  month: "{month} {year}",
  day_short: "{day} {month}",
  moment: "{day} {month} {year}, {time} {zone}",
  day_and_minute: "{day} {month} {year}, {time}",
  minute: "{day} {month}, {time}",
  just_now: "just now",
  ago: "{distance} ago",
  ahead: "in {distance}",
  /** Units of a distance in time, short: minutes, hours, days, weeks, months, years. */
  units: "min,h,d,wk,mo,y",
};
