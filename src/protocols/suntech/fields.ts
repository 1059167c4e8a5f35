import { KMH, speedIn } from '../../domain/records/speed.js';
import { utcInstant } from '../utc.js';

/** A report of a tracker, with or without a fix; values that it does not have are undefined. */
export type SuntechReport = {
  /** STT (status), EMG (emergency), EVT (input), ALT (alert), or UEX (data of a serial device at the tracker) */
  readonly type: 'STT' | 'EMG' | 'EVT' | 'ALT' | 'UEX';
  readonly family: 'ST300' | 'ST910' | 'universal';
  readonly deviceId: string;
  /** ms since 1970 */
  readonly instant: number;
  readonly fix: SuntechFix | undefined;
  readonly ignition?: boolean;
  readonly inputs?: boolean[];
  readonly outputs?: boolean[];
  /** of the vehicle, in V */
  readonly powerVoltage?: number;
  /** km */
  readonly mileage?: number;
  /** s that the engine ran */
  readonly engineSeconds?: number;
  readonly driverId?: string;
  /** bytes of the data of a serial device that are still to come, because its line ends cut the report */
  readonly missingBytes?: number;
  /** number of the emergency, input event or alert */
  readonly event?: number;
  /** what the tracker waits for if it sends its reports by UDP */
  readonly acknowledgement?: string;
};

export type SuntechFix = {
  readonly latitude: number;
  readonly longitude: number;
  /** m/s */
  readonly speed: number | undefined;
  /** degrees from true north */
  readonly course: number | undefined;
  readonly satellites: number | undefined;
};

/** The fields of a line, by name. */
export type Fields = Readonly<Record<string, string | undefined>>;

const DATE = /^(\d{4})(\d\d)(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)$/;

/** `YYYYMMDD` and `hh:mm:ss` (UTC) as ms since 1970; undefined if malformed or nonexistent. */
export function parseDateTime(date: string, time: string): number | undefined {
  const numbersOf = (form: RegExp, text: string): number[] => form.exec(text)?.slice(1).map(Number) ?? [];
  return utcInstant(numbersOf(DATE, date), numbersOf(TIME, time));
}

/** The position in the fields of a line, with the speed in km/h; undefined if it has none. */
export function readFix({
  latitude,
  longitude,
  speed,
  course,
  satellites,
}: Fields): SuntechFix | 'impossible' | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  const isPossible =
    Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180 && Number(course ?? 0) <= 360;
  if (!isPossible) return 'impossible';
  return {
    latitude: Number(latitude) + 0,
    longitude: Number(longitude) + 0,
    speed: speed === undefined ? undefined : speedIn(KMH, Number(speed)),
    course: course === undefined ? undefined : Number(course) % 360,
    satellites: satellites === undefined ? undefined : Number(satellites),
  };
}
