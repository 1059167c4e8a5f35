import { setTimeout as delay } from 'node:timers/promises';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { plugPty } from '../../../src/simulator/ports/pty.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';

/**
 * Feeds one pseudo-terminal as fast as it accepts data: `node … feeder.js LINK SECONDS MAX_BYTES_PER_SECOND`. Each message
 * is a time in s; it feeds fixes that long, or as many as it has prepared for that time, and answers with all it has fed
 * since its start. SECONDS: of all messages together.
 */

export type Fed = {
  readonly fixes: number;
  readonly lines: number;
  /** of the last fix: ISO 8601 */
  readonly lastTime: string;
};

const LINES_PER_FIX = 4;
const FIXES_PER_BLOCK = 64;
/** NMEA has hundredths of a second, and each fix has a different time. */
const STEP_MS = 10;
const FULL_PAUSE_MS = 1;
const first = Date.UTC(2026, 0, 1);

const [, , link = '', allSeconds, maxBytesPerSecond] = process.argv;
const maxBytes = Number(allSeconds) * Number(maxBytesPerSecond);

/** Fixes in blocks, because few large writes leave the processor to the readers. */
function blocksOf(most: number): readonly Buffer[] {
  const vehicle = createVehicle({ seed: 1 });
  const blocks: Buffer[] = [];
  for (let length = 0, fix = 0; length < most; length += blocks.at(-1)?.length ?? 0) {
    const epochs = Array.from({ length: FIXES_PER_BLOCK }, () => nmeaEpoch(vehicle.fixAt(first + fix++ * STEP_MS)));
    blocks.push(Buffer.from(epochs.join(''), 'latin1'));
  }
  return blocks;
}

const blocks = blocksOf(maxBytes);
const pty = plugPty(link, false);
// Replies must be read.
pty.master.resume();
let fed = 0;

async function feed(seconds: number): Promise<Fed> {
  const end = performance.now() + 1000 * seconds;
  const share = blocks.slice(fed, fed + Math.ceil((blocks.length * seconds) / Number(allSeconds)));
  for (const block of share) {
    if (performance.now() > end) break;
    for (let sent = 0; sent < block.length;) {
      const taken = pty.write(block, sent);
      sent += taken;
      if (taken === 0) await delay(FULL_PAUSE_MS);
    }
    fed += 1;
  }
  const fixes = fed * FIXES_PER_BLOCK;
  const lastTime = new Date(first + (fixes - 1) * STEP_MS).toISOString();
  return { fixes, lines: fixes * LINES_PER_FIX, lastTime };
}

process.on('message', (seconds: number) => {
  void feed(seconds).then((sum) => process.send?.(sum));
});
process.on('disconnect', () => {
  pty.unplug();
});
process.send?.('ready');
