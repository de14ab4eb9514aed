/** Says Slack timestamps ("1764460800.000100", seconds) the way people do, in their own time zone. */

import { label, language } from "./texts.js";

const DAY_MS = 86_400_000;

/** @param {string} ts */
export function dateOf(ts) {
  return new Date(Number.parseFloat(ts) * 1000);
}

/** "오후 3:04" / "3:04 PM" @param {string} ts */
export function clockTime(ts) {
  return dateOf(ts).toLocaleTimeString(language(), { hour: "numeric", minute: "2-digit" });
}

/** The time with no AM or PM, for the narrow gutter. @param {string} ts */
export function gutterTime(ts) {
  const date = dateOf(ts);
  const hour = date.getHours() % 12 || 12;
  return `${hour}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/** The whole date and time, for tooltips. @param {string} ts */
export function fullTime(ts) {
  return dateOf(ts).toLocaleString(language(), { dateStyle: "long", timeStyle: "medium" });
}

/** A key that is the same for two moments of one day. @param {string} ts */
export function dayKey(ts) {
  return dateOf(ts).toDateString();
}

/** "오늘", "어제", "10월 27일 화요일" @param {string} ts */
export function dayName(ts) {
  const date = dateOf(ts);
  const days = Math.round((midnight(new Date()) - midnight(date)) / DAY_MS);
  if (days === 0) return label("today");
  if (days === 1) return label("yesterday");
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  const parts = { weekday: "long", month: "long", day: "numeric", year };
  return date.toLocaleDateString(language(), parts);
}

/** "오후 3:04", or with the day in front when it was not today. @param {string} ts */
export function dayAndTime(ts) {
  const isToday = dayKey(ts) === new Date().toDateString();
  return isToday ? clockTime(ts) : `${dayName(ts)} ${clockTime(ts)}`;
}

/**
 * Slack's date tokens: `{date_long} {time}` and the like.
 * @param {number} seconds
 * @param {string} format
 */
export function formatDate(seconds, format) {
  const date = new Date(seconds * 1000);
  const ts = String(seconds);
  const day = (options) => date.toLocaleDateString(language(), options);
  const long = { weekday: "long", year: "numeric", month: "long", day: "numeric" };
  const short = { year: "numeric", month: "short", day: "numeric" };
  const names = {
    date_num: date.toLocaleDateString("sv"),
    date_slash: day({ year: "numeric", month: "2-digit", day: "2-digit" }),
    date: day({ year: "numeric", month: "long", day: "numeric" }),
    date_long: day(long),
    date_short: day(short),
    date_pretty: dayName(ts),
    date_long_pretty: dayName(ts),
    date_short_pretty: dayName(ts),
    time: clockTime(ts),
    time_secs: date.toLocaleTimeString(language()),
    ago: dayAndTime(ts),
  };
  return format.replace(/\{([a-z_]+)\}/g, (whole, name) => names[name] ?? whole);
}

function midnight(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
