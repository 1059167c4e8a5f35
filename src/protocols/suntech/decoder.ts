import type { Alert } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import { withDriver, withLocationDriver } from '../../domain/records/driver.js';
import { NO_FIX, OTHER } from '../counters.js';
import type { Decoder, ProtocolContext, TrackerMessage } from '../protocol.js';
import { createIsoFormatter } from '../utc.js';
import { alertNameOf } from './events.js';
import type { SuntechReport } from './fields.js';
import { isKeepAlive, readReport } from './report.js';
import { encodeCommand, readResponse } from './user-commands.js';

const NO_MESSAGES: readonly TrackerMessage[] = [];
/** The start of a line within another one: the end of the first was lost. */
const INNER_HEAD = /(?:S[AT]\d{3}[A-Z]{3};(?:\d{6,10}|Res);|ST910;[A-Z][a-z]+;|(?:STT|ALT|UEX);\d{9,10};[\dA-F]{6})/g;
/** Reports of other kinds, responses of ST910, and reports of ST410 with mobile cells instead of a position. */
const OTHER_REPORT = /^(?:S[AT]\d{3}(?!STT|EMG|EVT|ALT|UEX)[A-Z]{3};[ -~]*|ST910;RES;[ -~]*|ST410STT;[\d;.-]*;{8})$/;
/** Of any line that is not data of a serial device. */
const HEAD = /^(?:S[AT]\d{3}[A-Z]{3};|ST910;|[A-Z]{3};\d)/;
/** The checksum of the data of a serial device. */
const DATA_END = /;[\dA-F]{1,2}(?:;|$)/;

/** The text of a line from its last head. */
export function textOf(line: Uint8Array): string {
  const text = String.fromCharCode(...line);
  return text.slice(Math.max(0, ...Array.from(text.matchAll(INNER_HEAD), ({ index }) => index)));
}

/** Decodes fixes and alerts. Lines have no checksum: a damaged one is rejected by its form. */
export function createDecoder({ isDatagram }: ProtocolContext): Decoder<Uint8Array> {
  const toIso = createIsoFormatter();
  let kind: string | undefined;
  let missingBytes = 0;

  function toLocation(report: SuntechReport): Location | undefined {
    const { type, instant, fix, ignition, powerVoltage, mileage, inputs, outputs, engineSeconds, driverId } = report;
    if (fix === undefined) return undefined;
    const { latitude, longitude, speed, course, satellites } = fix;
    const location: Location = { dateTime: toIso(instant), latitude, longitude };
    if (speed !== undefined) location.speed = speed;
    if (course !== undefined) location.course = course;
    if (satellites !== undefined) location.satellites = satellites;
    if (mileage !== undefined) location.milleage = mileage;
    if (inputs !== undefined) location.inputs = inputs;
    if (outputs !== undefined) location.outputs = outputs;
    location.attributes = { report: type };
    if (ignition !== undefined) location.attributes.ignition = ignition;
    if (powerVoltage !== undefined) location.attributes.powerVoltage = powerVoltage;
    if (engineSeconds !== undefined) location.attributes.engineSeconds = engineSeconds;
    return withLocationDriver(location, driverId);
  }

  function toMessage(report: SuntechReport): TrackerMessage | undefined {
    const { deviceId, instant, acknowledgement } = report;
    const ref = isDatagram === true ? acknowledgement : undefined;
    const location = toLocation(report);
    const name = alertNameOf(report);
    if (location === undefined && name === undefined) kind = NO_FIX;
    if (location === undefined && name === undefined) return ref === undefined ? undefined : { type: 'request', ref };
    const dateTime = toIso(instant);
    const position = location && { latitude: location.latitude, longitude: location.longitude };
    const alerts: Alert[] =
      name === undefined ? [] : [withDriver({ dateTime, alerts: [name], ...position }, report.driverId)];
    const locations = location === undefined ? [] : [location];
    return { type: 'records', deviceId, locations, alerts, ...(ref !== undefined && { ref }) };
  }

  /** Line ends in the data of a serial device at the tracker cut its report after the position. */
  function isSerialData(text: string): boolean {
    const isPart = text.startsWith(';') || (missingBytes > 0 && !HEAD.test(text));
    if (!isPart) return false;
    missingBytes = DATA_END.test(text) ? 0 : Math.max(0, missingBytes - text.length - 1);
    kind = 'UEX';
    return true;
  }

  return {
    decode(line) {
      const text = textOf(line);
      const report = readReport(text);
      kind = undefined;
      if (report !== undefined) {
        missingBytes = report.missingBytes ?? 0;
        return [toMessage(report)].filter((message) => message !== undefined);
      }
      if (isSerialData(text)) return NO_MESSAGES;
      const response = readResponse(text);
      if (response !== undefined) return [response];
      const isIgnored = isKeepAlive(text) || OTHER_REPORT.test(text);
      return isIgnored ? NO_MESSAGES : [{ type: 'rejected', reason: 'malformed Suntech report' }];
    },
    kindOf: (line) => kind ?? /^[A-Z\d]{3,12}(?=;)/.exec(textOf(line))?.[0] ?? OTHER,
    // Only by UDP: over a cable, the tracker could pass on what it receives as data of a serial device.
    reply: ({ type, ref }, receipt) => (receipt.ok && type !== 'reply' && ref !== undefined ? `${ref}\r` : undefined),
    command: encodeCommand,
  };
}
