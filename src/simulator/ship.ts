import { callSignOf, classA, classB, nameOf, safetyText } from './ais-messages.js';
import { partsOf, type Field } from './ais-sentence.js';
import type { Fix } from './fix.js';
import { sentence } from './sentence.js';

/** m/s in a knot */
const knot = 1852 / 3600;
/** A ship says her name with every so many positions. */
const namesEvery = 12;
/** navigational status of a transmitter that calls for help */
const active = 14;
const sart = 970;

export type Ship = {
  readonly report: (fix: Fix) => void;
  readonly alert: (fix: Fix) => void;
};

type ShipOptions = { readonly mmsi: string; readonly send: (text: string) => void };

/** What a receiver hears of one ship: of every third one as a small boat has it (class B). */
export function createShip({ mmsi, send }: ShipOptions): Ship {
  const number = Number(mmsi);
  const isSmall = number % 3 === 0;
  let reports = 0;

  const positionOf = (fix: Fix, own: number) => ({
    mmsi: own,
    speed: Math.round((fix.speed / knot) * 10),
    longitude: Math.round(fix.longitude * 600_000),
    latitude: Math.round(fix.latitude * 600_000),
    course: Math.round(fix.course * 10) % 3_600,
    heading: Math.round(fix.course) % 360,
    second: Number(fix.dateTime.slice(17, 19)),
  });

  return {
    report(fix) {
      const position = positionOf(fix, number);
      const said = [isSmall ? classB(position) : classA(position)];
      if (reports % namesEvery === 0) {
        said.push(
          nameOf(`WAYPOST ${number % 100}`, number),
          callSignOf(`SIM${number % 1_000}`, isSmall ? 37 : 70, number),
        );
      }
      reports += 1;
      send(said.map((fields) => received(fields, fix.dateTime)).join(''));
    },
    alert(fix) {
      // The numbers of such transmitters begin with 970, whatever ship they are thrown from.
      const beacon = sart * 1_000_000 + (number % 1_000_000);
      const said = [
        classA({ ...positionOf(fix, beacon), status: active, speed: 0 }),
        safetyText('SART ACTIVE', beacon),
      ];
      send(said.map((fields) => received(fields, fix.dateTime)).join(''));
    },
  };
}

/** As a receiver with a clock writes it: before each sentence a TAG block with the time, s since 1970. */
function received(fields: readonly Field[], dateTime: string): string {
  const tag = sentence(`s:sim,c:${Math.floor(Date.parse(dateTime) / 1000)}`, '').trimEnd();
  return partsOf(fields)
    .map((part) => `\\${tag}\\${part}`)
    .join('');
}
