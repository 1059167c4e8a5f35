/** How many MB/s of a stream each protocol turns into messages, in reads of 64 bytes as a busy port gives them. */
import { protocols, type ProtocolName } from '../../src/protocols/index.js';
import { noCounters } from '../../src/protocols/protocol.js';
import { nmeaEpoch } from '../../src/simulator/nmea.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { aisSentences } from '../../src/simulator/ais-sentence.js';
import { aid, classA, classB, voyage } from '../support/ais-messages.js';
import { bytes, chunksOf } from '../support/framing.js';

const begin = Date.UTC(2026, 10, 21, 10);
const readSize = 64;
const seconds = 3;

const vehicle = createVehicle({ seed: 7 });
const epochs = Array.from({ length: 2_000 }, (_, at) => nmeaEpoch(vehicle.fixAt(begin + 1000 * at)));

/** Four reports of moving ships, one of a boat, now and then an aid and what a ship says of itself. */
const ships = Array.from({ length: 2_000 }, (_, at) => {
  const mmsi = 244_000_000 + (at % 300);
  const moved = { mmsi, longitude: 3_150_000 + at, second: at % 60 };
  const reports = [0, 1, 2, 3].map((spare) => aisSentences(classA({ ...moved, spare })));
  const rare =
    at % 10 === 0
      ? aisSentences(voyage('ZEEHOND', 'PC4711', 'HARLINGEN', mmsi)) + aisSentences(aid(1, 'BOEI', moved))
      : '';
  return reports.join('') + aisSentences(classB(moved)) + rare;
});

const streams = { nmea0183: epochs.join(''), ais: ships.join('') } satisfies Partial<Record<ProtocolName, string>>;

for (const [name, text] of Object.entries(streams) as [keyof typeof streams, string][]) {
  const chunks = chunksOf(bytes(text), [readSize]);
  const rounds: number[] = [];
  let messages = 0;
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    const session = protocols[name].open(noCounters());
    const from = performance.now();
    messages = chunks.reduce((sum, chunk) => sum + session.push(chunk, begin).length, 0);
    rounds.push(performance.now() - from);
  }
  const ms = rounds.sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? NaN;
  const rate = (text.length / 1e6 / (ms / 1000)).toFixed(1);
  console.log(`${name}: ${rate} MB/s, ${Math.round(messages / (ms / 1000))} messages/s`);
}
