import { day } from '../day.js';

const form = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;
/** Nothing that speaks this is older. */
const firstYear = 2000;

/** `YYYYMMDDHHMMSS` as ms since 1970; nothing when it is not in form, or calendar or clock have no such instant. */
export function instantOf(text: string): number | undefined {
  const [year = NaN, month = NaN, dayOfMonth = NaN, hours = NaN, minutes = NaN, seconds = NaN] =
    form.exec(text)?.slice(1).map(Number) ?? [];
  const date = year >= firstYear ? day(year, month, dayOfMonth) : undefined;
  if (date === undefined || !(hours < 24 && minutes < 60 && seconds < 60)) return undefined;
  return date + ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
