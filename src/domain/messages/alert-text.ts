import type { Alert } from '../../schema/records/alert.js';
import type { Device } from '../../schema/devices/device.js';

/** An alert that somebody is told of. */
export type AlertTextOptions = {
  readonly device: Pick<Device, 'id' | 'name'>;
  readonly alert: Alert;
  /** IANA, of the times in the text */
  readonly timeZone: string;
  /** false: its time is that of a clock which is not to be believed, and is left out */
  readonly isDated: boolean;
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-21 03:14:05` on the clocks of the zone. */
function localTime(instant: string, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    // Swedish dates and times are the ISO ones.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format.format(Date.parse(instant));
}

/** A tenth of a microdegree is a centimetre, and nobody's business. */
const positionOf = ({ latitude, longitude }: Alert): string | undefined =>
  latitude === undefined || longitude === undefined ? undefined : `${latitude.toFixed(5)} ${longitude.toFixed(5)}`;

/** An alert as a letter: it always says when it was raised, since it may be late. */
export function alertEmail({ device, alert, timeZone, isDated }: AlertTextOptions): { subject: string; text: string } {
  const names = alert.alerts.join(', ');
  const name = device.name === device.id ? device.id : `${device.name} (${device.id})`;
  const raised = isDated
    ? `${localTime(alert.dateTime, timeZone)} (${timeZone})`
    : 'not known: the clock of the gateway was not set';
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
 * An alert in one SMS, the most important first and the rest cut off: `fits` says whether a text is short enough, and a
 * text that is longer never is when a shorter one is not.
 */
export function alertSms(
  { device, alert, timeZone, isDated }: AlertTextOptions,
  fits: (text: string) => boolean,
): string {
  const when = isDated ? localTime(alert.dateTime, timeZone).slice(0, -3) : 'time unknown';
  const parts = [`${alert.alerts.join(' ')} ${when}`, device.name, positionOf(alert), alert.text];
  const characters = Array.from(parts.filter((part) => part !== undefined).join(', '));
  let length = 0;
  let over = characters.length + 1;
  while (over - length > 1) {
    const middle = (length + over) >> 1;
    if (fits(characters.slice(0, middle).join(''))) length = middle;
    else over = middle;
  }
  return characters.slice(0, length).join('');
}
