import type { ProtocolName } from '../../../src/protocols/index.js';
import { jsonLine } from '../../../src/simulator/json/line.js';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { imei, queclinkReport } from '../../../src/simulator/queclink/frames.js';
import { suntechReport } from '../../../src/simulator/suntech/reports.js';
import { positionVelocity, taipSentence } from '../../../src/simulator/taip/sentences.js';
import { navPvt } from '../../../src/simulator/ubx/packets.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { aisSentences } from '../../../src/simulator/ais/sentences.js';
import { aid, classA, classB, voyage } from '../../support/protocols/ais-messages.js';
import { meshPositions } from '../../support/protocols/mesh.js';
import { aprsPosition } from '../../support/protocols/aprs.js';
import { samples } from '../../support/protocols/protocol-samples.js';
import { fix, hello } from '../../support/protocols/wpt.js';

export const begin = Date.UTC(2026, 10, 21, 10);

/** The measurements of a vehicle, once per second. */
const vehicle = createVehicle({ seed: 7 });
const fixes = Array.from({ length: 8_000 }, (_, at) => vehicle.fixAt(begin + 1000 * at));

/** Four reports of moving ships, one of a boat, and occasional aids to navigation and static ship data. */
const ships = Array.from({ length: 4_000 }, (_, at) => {
  const mmsi = 244_000_000 + (at % 300);
  const moved = { mmsi, longitude: 3_150_000 + at, second: at % 60 };
  const reports = [0, 1, 2, 3].map((spare) => aisSentences(classA({ ...moved, spare })));
  const rare =
    at % 10 === 0
      ? aisSentences(voyage('ZEEHOND', 'PC4711', 'HARLINGEN', mmsi)) + aisSentences(aid(1, 'BOEI', moved))
      : '';
  return reports.join('') + aisSentences(classB(moved)) + rare;
});

/** The input of busy ports: one or two megabytes each. */
const busyPorts: Readonly<Partial<Record<ProtocolName, string>>> = {
  nmea0183: fixes.map(nmeaEpoch).join(''),
  ais: ships.join(''),
  wpt: hello() + Array.from({ length: 16_000 }, (_, at) => fix(at + 1)).join(''),
  json: fixes
    .map((location, at) => jsonLine({ id: at, deviceId: 'trk-1', location }, { checked: at % 2 === 0 }))
    .join(''),
  aprs: fixes.map((fix, at) => aprsPosition(fix, at)).join(''),
  meshtastic: fixes.map((fix, at) => meshPositions(fix, at)).join(''),
  queclink: fixes
    .map((fix, count) => queclinkReport({ message: 'FRI', deviceId: imei('86000000', 1), fix, count }))
    .join(''),
  suntech: fixes.map((fix) => suntechReport({ type: 'STT', deviceId: '100850001', fix })).join(''),
  taip: fixes.map((fix) => taipSentence(positionVelocity(fix), 'V001')).join(''),
  ubx: fixes.map((fix) => navPvt(fix).toString('latin1')).join(''),
};

/** A protocol without a row above decodes its samples again and again. */
const repeatSamples = (name: ProtocolName): string => {
  const { first = '', frames } = samples[name];
  const round = frames.join('');
  return first + round.repeat(Math.ceil(1_000_000 / round.length));
};

export const streamOf = (name: ProtocolName): string => busyPorts[name] ?? repeatSamples(name);
