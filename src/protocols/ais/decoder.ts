import type { Alert } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import { DUPLICATE, JOINED, OTHER } from '../counters.js';
import { createIsoFormatter } from '../utc.js';
import { createDecoder as createNmeaDecoder } from '../nmea0183/decoder.js';
import type { Decoder, ProtocolContext, TrackerMessage } from '../protocol.js';
import { createDistressThrottle, distressKind, TEST_STATUS } from './distress.js';
import { sentenceTime } from './tag-block-time.js';
import { LAYOUTS } from './bit-layouts.js';
import { createAssembler, readFragment } from './fragments.js';
import type { AisFrame } from './framer.js';
import { text, unsigned, type Payload } from './payload.js';
import { createPayloadDedup } from './dedup.js';
import { readReport, type AisReport } from './report.js';
import { createStations, readStaticData, minStaticDataBits } from './static-data.js';

const SAFETY_TEXT = 14;
const MAX_TYPE = 27;
/** The longest transmission: five slots of 256 bits (ITU-R M.1371-5, Annex 2, 3.2.2). */
const MAX_BITS = 5 * 256;

/** by message type */
const KINDS = Array.from({ length: MAX_TYPE + 1 }, (_, type) => `type ${type}`);

const rejected = (reason: string): readonly TrackerMessage[] => [{ type: 'rejected', reason }];

/**
 * Decodes positions of stations (by MMSI) and alerts of distress devices. Every report is returned, repeated ones once; the
 * `interval` of the port thins them later. On a port that is bound to the device of the receiver, its own position is
 * returned too, without an id.
 */
export function createDecoder(context: ProtocolContext): Decoder<AisFrame> {
  const ownPosition = context.isBound ? createNmeaDecoder(context) : undefined;
  const assemble = createAssembler();
  const isRepeat = createPayloadDedup();
  const shouldRaise = createDistressThrottle();
  const stations = createStations();
  const toIso = createIsoFormatter();
  let frameKind = OTHER;

  /** `receiverTime`: reception by the receiver; `receivedAt`: by the gateway; ms since 1970 */
  function decodeMessage(payload: Payload, receiverTime: number, receivedAt: number): readonly TrackerMessage[] {
    const type = unsigned(payload, 0, 6);
    const number = unsigned(payload, 8, 30);
    frameKind = KINDS[type] ?? OTHER;
    if (type < 1 || type > MAX_TYPE) return rejected(`unknown AIS message ${type}`);
    if (payload.bits < 38 || number < 1 || number > 999_999_999) return rejected('AIS message without a valid MMSI');
    const mmsi = String(number).padStart(9, '0');
    if (type === SAFETY_TEXT)
      return decodeSafetyText(mmsi, text(payload, 40, 160), instantOfSecond(undefined, receiverTime), receivedAt);
    const layout = LAYOUTS.get(type);
    if (payload.bits < (layout?.bits ?? minStaticDataBits(type)))
      return rejected(`AIS message ${type} of ${payload.bits} bits is truncated`);
    const staticData = readStaticData(type, payload);
    if (staticData !== undefined) stations.learn(mmsi, staticData);
    return layout === undefined ? [] : decodeReport(mmsi, readReport(layout, payload), receiverTime, receivedAt);
  }

  function decodeReport(
    mmsi: string,
    report: AisReport,
    receiverTime: number,
    receivedAt: number,
  ): readonly TrackerMessage[] {
    const { position, status } = report;
    const dateTime = toIso(report.instant ?? instantOfSecond(report.second, receiverTime));
    const kind = distressKind(mmsi);
    const isTest = kind !== undefined && status === TEST_STATUS;
    const isAlert = kind !== undefined && !isTest && shouldRaise(mmsi, position !== undefined, receivedAt);
    const alerts: Alert[] = isAlert ? [{ dateTime, alerts: [kind], ...position }] : [];
    if (position === undefined) return isAlert ? [{ type: 'records', deviceId: mmsi, locations: [], alerts }] : [];
    const location: Location = { dateTime, latitude: position.latitude, longitude: position.longitude };
    if (report.speed !== undefined) location.speed = report.speed;
    if (report.course !== undefined) location.course = report.course;
    if (report.altitude !== undefined) location.altitude = report.altitude;
    location.attributes = { ...stations.of(mmsi), ...report.attributes };
    if (isTest) location.attributes.test = true;
    return [{ type: 'records', deviceId: mmsi, locations: [location], alerts }];
  }

  /** "SART ACTIVE" and similar texts are alerts, "SART TEST" is not (ITU-R M.1371-5, Annex 8, 3.12). */
  function decodeSafetyText(
    mmsi: string,
    content: string,
    instant: number,
    receivedAt: number,
  ): readonly TrackerMessage[] {
    const kind = distressKind(mmsi);
    if (kind === undefined || /\bTEST\b/.test(content) || !shouldRaise(mmsi, false, receivedAt)) return [];
    const alert = { dateTime: toIso(instant), alerts: [kind], ...(content !== '' && { text: content }) };
    return [{ type: 'records', deviceId: mmsi, locations: [], alerts: [alert] }];
  }

  return {
    decode(sentence, receivedAt) {
      frameKind = OTHER;
      if (sentence.start === '$') {
        if (sentence.own === undefined || ownPosition === undefined) return [];
        const own = { deviceId: undefined, parsed: sentence.own, signatureBytes: 0, formatter: 0 };
        frameKind = ownPosition.kindOf?.(own) ?? OTHER;
        return ownPosition.decode(own, receivedAt);
      }
      const fragment = sentence.start === '!' ? readFragment(sentence.text) : undefined;
      if (fragment === undefined) return [];
      if (fragment === 'malformed') return rejected(`not a VDM sentence: ${sentence.text.slice(0, 100)}`);
      const payload = assemble(fragment, receivedAt);
      if (payload !== undefined && payload.bits > MAX_BITS) return rejected('AIS message longer than five slots');
      frameKind = payload === undefined ? JOINED : DUPLICATE;
      if (payload === undefined || isRepeat(payload, receivedAt)) return [];
      return decodeMessage(payload, sentenceTime(sentence, receivedAt), receivedAt);
    },
    kindOf: () => frameKind,
    idle: () => ownPosition?.idle?.() ?? [],
  };
}

/**
 * The instant of a report, ms since 1970: the latest one before its reception with its UTC second. Two receivers get the
 * same result, so a report that both receive is one record.
 */
function instantOfSecond(second: number | undefined, receivedAt: number): number {
  const receivedSecond = Math.floor(receivedAt / 1000);
  const age = second === undefined ? 0 : (((receivedSecond - second) % 60) + 60) % 60;
  return Math.max(0, receivedSecond - age) * 1000;
}
