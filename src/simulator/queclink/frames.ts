import type { Fix } from '../fix.js';

/** A report of the @Track ASCII protocol. */
export type SimulatedQueclinkReport = {
  /** FRI: periodic report; SOS: emergency button */
  readonly message: 'FRI' | 'SOS';
  readonly deviceId: string;
  /** default: the model */
  readonly name?: string;
  readonly fix: Fix;
  /** 0 to FFFF */
  readonly count: number;
};

/** of the GL300 */
const PROTOCOL_VERSION = '1A0102';
export const MODEL = 'GL300';
/** country, network, area and cell code at the depot */
const CELL = '0204,0016,03EC,BD94';

const hexOf = (count: number): string => count.toString(16).toUpperCase().padStart(4, '0');

/** `YYYYMMDDHHMMSS` */
export const timestampOf = (dateTime: string): string => dateTime.slice(0, 19).replace(/\D/g, '');

type Frame = {
  readonly head: 'RESP' | 'BUFF' | 'ACK';
  readonly message: string;
  readonly deviceId: string;
  readonly name: string;
  readonly content: readonly (string | number)[];
  /** send time, `YYYYMMDDHHMMSS` */
  readonly time: string;
  readonly count: number;
};

/** A message with its closing `$`. */
export function queclinkFrame({ head, message, deviceId, name, content, time, count }: Frame): string {
  return `+${head}:GT${[message, PROTOCOL_VERSION, deviceId, name, ...content, time, hexOf(count)].join()}$`;
}

/** One report. `buffered`: it was stored because it could not be sent before. */
export function queclinkReport({ fix, name = MODEL, ...report }: SimulatedQueclinkReport, buffered = false): string {
  const time = timestampOf(fix.dateTime);
  const point = [
    1,
    (fix.speed * 3.6).toFixed(1),
    Math.round(fix.course) % 360,
    fix.altitude.toFixed(1),
    fix.longitude.toFixed(6),
    fix.latitude.toFixed(6),
    time,
  ];
  const content = [0, 0, 1, ...point, CELL, '', fix.battery];
  return queclinkFrame({ ...report, head: buffered ? 'BUFF' : 'RESP', name, content, time });
}

/** The acknowledged count numbers in a text, and its incomplete end. */
export function readSacks(text: string): { readonly counts: readonly number[]; readonly rest: string } {
  const counts = [...text.matchAll(/\+SACK:([\dA-F]{4})\$/g)].map(([, count = '']) => Number.parseInt(count, 16));
  return { counts, rest: text.slice(text.lastIndexOf('$') + 1) };
}

/** A command, `AT+GT…=password,parameters,serial number$`. */
export type QueclinkCommand = { readonly word: string; readonly fields: readonly string[] };

/** The complete commands in a text. */
export const readCommands = (text: string): readonly QueclinkCommand[] =>
  [...text.matchAll(/AT\+GT([A-Z]{3})=([^$]*)\$/g)].map(([, word = '', fields = '']) => ({
    word,
    fields: fields.split(','),
  }));

/** An IMEI: 14 digits of `prefix` and `n`, and the check digit (Luhn). */
export function imei(prefix: string, n: number): string {
  const digits = prefix + String(n).padStart(14 - prefix.length, '0');
  const sum = Array.from(digits, Number)
    .map((digit, index) => (index % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit))
    .reduce((total, digit) => total + digit, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
