import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { openVirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { detectAll, type DetectionResult } from '../support/protocols/autodetect-harness.js';
import { inputOf } from './corpus.js';
import { gpsdStreams } from './gpsd-judgement.js';

const clock = createClock();
const AIS_MESSAGE = /!..VD[MO],/;
/** Assigned in turn, because the recorded baud rates are unknown. */
const BAUD_RATES = [4_800, 9_600, 38_400, 115_200] as const;

describe('protocol detection in gpsd streams', () => {
  const streams = gpsdStreams().flatMap((stream, index) => {
    if (stream.protocol === 'nmea0183' || stream.protocol === 'ais') {
      // A receiver that sends both is read as AIS, which includes its own position.
      const protocol = AIS_MESSAGE.test(inputOf(stream).toString('latin1')) ? 'ais' : stream.protocol;
      return [{ stream, protocol, baudRate: BAUD_RATES[index % BAUD_RATES.length] ?? 9_600 }];
    }
    // Raw measurements between the fixes need a high baud rate.
    return (stream.facts?.ubxFrames ?? 0) > 1 ? [{ stream, protocol: 'ubx', baudRate: 115_200 }] : [];
  });
  const folder = mkdtempSync(join(tmpdir(), 'waypost-auto-'));
  const pathOf = (index: number): string => join(folder, `line-${index}`);
  let found: Map<string, DetectionResult>;

  before(async () => {
    found = await detectAll(
      streams.map(({ stream, baudRate }, index) => {
        const line = openVirtualPort(pathOf(index), { baudRate, pacedBy: () => clock.monotonic() });
        const input = inputOf(stream);
        return { line, write: () => line.write(input) };
      }),
    );
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('the corpus has streams', () => {
    expect(streams).to.not.be.empty;
  });

  for (const [index, { stream, protocol, baudRate }] of streams.entries()) {
    it(`the stream ${stream.source} is detected as ${protocol} at ${baudRate} bit/s without writing`, () => {
      const { status, written } = found.get(pathOf(index)) ?? {};
      expect(status).to.include({ protocol, baudRate });
      expect(status?.candidates[0]).to.deep.include({ protocol, baudRate });
      expect(written).to.equal(0);
    });
  }
});
