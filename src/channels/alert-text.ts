import type { AlertNotice, MessageText } from './channel.js';

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-21 03:14:05`, local time in the zone. */
function localTime(instant: string, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    // The Swedish date and time format is the ISO one.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format.format(Date.parse(instant));
}

/** Five decimals (about 1 m) are enough. */
const positionOf = ({ latitude, longitude }: AlertNotice['alert']): string | undefined =>
  latitude === undefined || longitude === undefined ? undefined : `${latitude.toFixed(5)} ${longitude.toFixed(5)}`;

/** An alert as an email. It always states when the alert was raised, because it may arrive late. */
export function alertEmail({ device, alert, timeZone, isDated }: AlertNotice): MessageText {
  const names = alert.alerts.join(', ');
  const name = device.name === device.id ? device.id : `${device.name} (${device.id})`;
  const raised = isDated
    ? `${localTime(alert.dateTime, timeZone)} (${timeZone})`
    : 'unknown: the gateway clock was not set';
  const position = positionOf(alert);
  const lines = [
    `Alert: ${names}`,
    `Device: ${name}`,
    `Raised: ${raised}`,
    ...(position === undefined ? [] : [`Position: ${position}`]),
    ...(alert.text === undefined ? [] : ['', alert.text]),
  ];
  return { subject: `${names}: ${device.name}`.slice(0, 200), text: lines.join('\n') };
}

/**
 * An alert as one SMS: the most important facts first, the rest cut off. `fits`: is a text short enough? It must be
 * monotonic: if a text fits, so does each of its beginnings.
 */
export function alertSms(
  { device, alert, timeZone, isDated }: AlertNotice,
  fits: (text: string) => boolean,
): MessageText {
  const when = isDated ? localTime(alert.dateTime, timeZone).slice(0, -3) : 'time unknown';
  const facts = [`${alert.alerts.join(' ')} ${when}`, device.name, positionOf(alert), alert.text];
  const characters = Array.from(facts.filter((fact) => fact !== undefined).join(', '));
  let length = 0;
  let tooLong = characters.length + 1;
  while (tooLong - length > 1) {
    const middle = (length + tooLong) >> 1;
    if (fits(characters.slice(0, middle).join(''))) length = middle;
    else tooLong = middle;
  }
  return { text: characters.slice(0, length).join('') };
}
