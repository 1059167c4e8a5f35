import { join } from 'node:path';
import { plugPty, type Pty } from '../../../src/simulator/ports/pty.js';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { createVehicle, type Vehicle } from '../../../src/simulator/vehicle.js';
import type { CompressedClock } from './compressed-clock.js';
import { countOf, receiverOf, STEP_MS, timeOf, type Plan } from './plan.js';
import type { Tally } from './tally.js';

/**
 * Receivers on serial ports, with NMEA 0183: a fix each ten seconds. Some ports have noise between the fixes, some repeat
 * fixes. Nothing is sent again: what comes while the gateway is stopped and the port is full is lost.
 */

type ReceiversOptions = {
  readonly plan: Plan;
  readonly clock: CompressedClock;
  readonly folder: string;
  /** counts the fixes that the ports took whole */
  readonly sent: Tally;
};

export type Receivers = { readonly close: () => void };

type Receiver = {
  readonly n: number;
  readonly id: string;
  readonly vehicle: Vehicle;
  readonly pty: Pty;
  /** of the next fix */
  index: number;
  /** the rest of a fix that the port took in part */
  rest: Buffer | undefined;
};

const SLICE_MS = 2;
const NOISE = Buffer.from('\xff\x00\x17~garbage\r\n$GNRMC,99', 'latin1');
const KINDS = 4;

export const portOf = (folder: string, n: number): string => join(folder, `port-${n}`);

const isNoisy = ({ n }: Receiver): boolean => n % KINDS === 1;
const repeats = ({ n }: Receiver): boolean => n % KINDS === 2;

function textOf(receiver: Receiver): Buffer {
  const epoch = nmeaEpoch(receiver.vehicle.fixAt(timeOf('receiver', receiver.n, receiver.index)));
  const bytes = Buffer.from(repeats(receiver) ? epoch + epoch : epoch, 'latin1');
  return isNoisy(receiver) ? Buffer.concat([NOISE, Buffer.from('\r\n'), bytes]) : bytes;
}

export function startReceivers({ plan, clock, folder, sent }: ReceiversOptions): Receivers {
  const count = countOf('receiver', plan);
  const all = Array.from({ length: plan.receivers }, (_, n): Receiver => {
    const pty = plugPty(portOf(folder, n), false);
    pty.master.resume();
    return { n, id: receiverOf(n), vehicle: createVehicle({ seed: 1000 + n }), pty, index: 0, rest: undefined };
  });

  function write(receiver: Receiver): void {
    const bytes = receiver.rest ?? textOf(receiver);
    const taken = receiver.pty.write(bytes, 0);
    const isWhole = taken === bytes.length;
    // A port that takes nothing of a fix loses it; one that took a part gets the rest, as a line cannot be cut.
    receiver.rest = isWhole || (taken === 0 && receiver.rest === undefined) ? undefined : bytes.subarray(taken);
    if (receiver.rest !== undefined) return;
    if (isWhole) sent.addIndex(receiver.id, receiver.index);
    receiver.index += 1;
  }

  const timer = setInterval(() => {
    const due = Math.min(count, Math.floor((clock.minutes() * 60_000) / STEP_MS.receiver));
    for (const receiver of all) {
      for (let before = -1; receiver.index < due && receiver.index !== before;) {
        before = receiver.index;
        write(receiver);
      }
    }
  }, SLICE_MS);

  return {
    close() {
      clearInterval(timer);
      for (const { pty } of all) pty.unplug();
    },
  };
}
