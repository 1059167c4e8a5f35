import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { openVirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { detectAll, type DetectionResult } from '../support/listened.js';
import { inputOf } from './corpus.js';
import { gpsdStreams } from './gpsd-judgement.js';
import { packetsOf } from './pvt.js';

const clock = createClock();
/** One after the other: which one a receiver was recorded at is not known. */
const rates = [4_800, 9_600, 38_400, 115_200] as const;

describe('gpsd: what is spoken in whole streams, each over a line of its own with a speed of its own', function () {
  this.timeout(150_000);
  const streams = gpsdStreams().flatMap((one, place) => {
    if (one.protocol === 'nmea0183' || one.protocol === 'ais') {
      return [{ one, spoken: one.protocol, baudRate: rates[place % rates.length] ?? 9_600 }];
    }
    // Raw measurements between the fixes need the speed they were recorded at.
    return packetsOf(inputOf(one)).length > 0 ? [{ one, spoken: 'ubx', baudRate: 115_200 }] : [];
  });
  const folder = mkdtempSync(join(tmpdir(), 'waypost-auto-'));
  const pathOf = (place: number): string => join(folder, `line-${place}`);
  let found: Map<string, DetectionResult>;

  before(async () => {
    found = await detectAll(
      streams.map(({ one, baudRate }, place) => {
        const line = openVirtualPort(pathOf(place), { baudRate, pacedBy: () => clock.monotonic() });
        const input = inputOf(one);
        return { line, write: () => line.write(input) };
      }),
    );
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('has streams', () => {
    expect(streams).to.not.be.empty;
  });

  for (const [place, { one, spoken, baudRate }] of streams.entries()) {
    it(`finds ${spoken} at ${baudRate} bit/s in ${one.source}, and writes nothing`, () => {
      const { status, written } = found.get(pathOf(place)) ?? {};
      expect(status).to.include({ protocol: spoken, baudRate });
      expect(status?.candidates[0]).to.deep.include({ protocol: spoken, baudRate });
      expect(written).to.equal(0);
    });
  }
});
