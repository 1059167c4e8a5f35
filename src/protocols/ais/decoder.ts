import type { Sentence } from '../../framing/sentences.js';
import type { Alert } from '../../schema/alert.js';
import type { Location } from '../../schema/location.js';
import { createDateTime } from '../date-time.js';
import type { Decoder, Message } from '../protocol.js';
import { dateOf } from './date.js';
import { createDistress, distressOf, testStatus } from './distress.js';
import { heardAt } from './heard-at.js';
import { layouts } from './layouts.js';
import { createAssembler, readPart } from './parts.js';
import { text, unsigned, type Payload } from './payload.js';
import { createRepeats } from './repeats.js';
import { readReport, type Report } from './report.js';
import { createStations, readStatics, staticBits } from './statics.js';

const safetyText = 14;
const mostTypes = 27;
/** Five slots of 256 bits, the longest transmission (ITU-R M.1371-5, Annex 2, 3.2.2). */
const mostBits = 5 * 256;

const rejected = (reason: string): readonly Message[] => [{ type: 'rejected', reason }];

/**
 * Positions of stations by their MMSI, and the alerts of those that are in distress. Every report is given, the repeated
 * ones once: how many of them are kept is for the port to say.
 */
export function createDecoder(): Decoder<Sentence> {
  const assemble = createAssembler();
  const isRepeat = createRepeats();
  const isToRaise = createDistress();
  const stations = createStations();
  const dateTimeOf = createDateTime();

  /** `heard`: when the receiver had it, `receivedAt`: when it was here; ms since 1970 */
  function read(payload: Payload, heard: number, receivedAt: number): readonly Message[] {
    const type = unsigned(payload, 0, 6);
    const number = unsigned(payload, 8, 30);
    if (type < 1 || type > mostTypes) return rejected(`there is no AIS message ${type}`);
    if (payload.bits < 38 || number < 1 || number > 999_999_999) return rejected('an AIS message without an MMSI');
    const mmsi = String(number).padStart(9, '0');
    if (type === safetyText) return told(mmsi, text(payload, 40, 160), dateOf(undefined, heard), receivedAt);
    const layout = layouts.get(type);
    if (payload.bits < (layout?.bits ?? staticBits(type)))
      return rejected(`AIS message ${type} of ${payload.bits} bits is cut off`);
    const said = readStatics(type, payload);
    if (said !== undefined) stations.learn(mmsi, said);
    return layout === undefined ? [] : reported(mmsi, readReport(layout, payload), heard, receivedAt);
  }

  function reported(mmsi: string, report: Report, heard: number, receivedAt: number): readonly Message[] {
    const { place, status } = report;
    const dateTime = dateTimeOf(report.instant ?? dateOf(report.second, heard));
    const kind = distressOf(mmsi);
    const test = kind !== undefined && status === testStatus;
    const isAlert = kind !== undefined && !test && isToRaise(mmsi, place !== undefined, receivedAt);
    const alerts: Alert[] = isAlert ? [{ dateTime, alerts: [kind], ...place }] : [];
    if (place === undefined) return isAlert ? [{ type: 'records', deviceId: mmsi, locations: [], alerts }] : [];
    const location: Location = { dateTime, latitude: place.latitude, longitude: place.longitude };
    if (report.speed !== undefined) location.speed = report.speed;
    if (report.course !== undefined) location.course = report.course;
    if (report.altitude !== undefined) location.altitude = report.altitude;
    location.attributes = { ...stations.of(mmsi), ...report.attributes };
    if (test) location.attributes.test = true;
    return [{ type: 'records', deviceId: mmsi, locations: [location], alerts }];
  }

  /** "SART ACTIVE" and the like are alerts, "SART TEST" is none (ITU-R M.1371-5, Annex 8, 3.12). */
  function told(mmsi: string, words: string, instant: number, receivedAt: number): readonly Message[] {
    const kind = distressOf(mmsi);
    if (kind === undefined || /\bTEST\b/.test(words) || !isToRaise(mmsi, false, receivedAt)) return [];
    const alert = { dateTime: dateTimeOf(instant), alerts: [kind], ...(words !== '' && { text: words }) };
    return [{ type: 'records', deviceId: mmsi, locations: [], alerts: [alert] }];
  }

  return {
    decode(sentence, receivedAt) {
      const part = sentence.start === '!' ? readPart(sentence.text) : undefined;
      if (part === undefined) return [];
      if (part === 'malformed') return rejected(`not a VDM sentence: ${sentence.text.slice(0, 100)}`);
      const payload = assemble(part, receivedAt);
      if (payload !== undefined && payload.bits > mostBits) return rejected('an AIS message of more than five slots');
      if (payload === undefined || isRepeat(payload, receivedAt)) return [];
      return read(payload, heardAt(sentence, receivedAt), receivedAt);
    },
  };
}
