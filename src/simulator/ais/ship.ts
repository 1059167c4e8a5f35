import { KNOT } from '../../domain/records/speed.js';
import { callSignOf, classA, classB, nameOf, safetyText } from './messages.js';
import { fragmentsOf, type AisField } from './sentences.js';
import type { Fix } from '../fix.js';
import { sentence } from '../nmea0183/sentence.js';

/** m/s */
/** The name of a ship is sent with one of this many positions. */
const NAME_INTERVAL = 12;
/** navigational status of an active AIS-SART */
const SART_ACTIVE = 14;
const SART_PREFIX = 970;

export type SimulatedShip = {
  readonly report: (fix: Fix) => void;
  readonly alert: (fix: Fix) => void;
};

type ShipOptions = { readonly mmsi: string; readonly send: (text: string) => void };

/** The messages of one ship. Every third ship is a small boat (class B). */
export function createShip({ mmsi, send }: ShipOptions): SimulatedShip {
  const number = Number(mmsi);
  const isSmall = number % 3 === 0;
  let reports = 0;

  const positionOf = (fix: Fix, sender: number) => ({
    mmsi: sender,
    speed: Math.round((fix.speed / KNOT) * 10),
    longitude: Math.round(fix.longitude * 600_000),
    latitude: Math.round(fix.latitude * 600_000),
    course: Math.round(fix.course * 10) % 3_600,
    heading: Math.round(fix.course) % 360,
    second: Number(fix.dateTime.slice(17, 19)),
  });

  return {
    report(fix) {
      const position = positionOf(fix, number);
      const messages = [isSmall ? classB(position) : classA(position)];
      if (reports % NAME_INTERVAL === 0) {
        messages.push(
          nameOf(`WAYPOST ${number % 100}`, number),
          callSignOf(`SIM${number % 1_000}`, isSmall ? 37 : 70, number),
        );
      }
      reports += 1;
      send(messages.map((fields) => received(fields, fix.dateTime)).join(''));
    },
    alert(fix) {
      // MMSIs of AIS-SARTs start with 970, independent of the ship.
      const beacon = SART_PREFIX * 1_000_000 + (number % 1_000_000);
      const messages = [
        classA({ ...positionOf(fix, beacon), status: SART_ACTIVE, speed: 0 }),
        safetyText('SART ACTIVE', beacon),
      ];
      send(messages.map((fields) => received(fields, fix.dateTime)).join(''));
    },
  };
}

/** The output of a receiver with a clock: a TAG block with the time (s since 1970) before each sentence. */
function received(fields: readonly AisField[], dateTime: string): string {
  const tag = sentence(`s:sim,c:${Math.floor(Date.parse(dateTime) / 1000)}`, '').trimEnd();
  return fragmentsOf(fields)
    .map((fragment) => `\\${tag}\\${fragment}`)
    .join('');
}
