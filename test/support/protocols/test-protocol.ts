import type { Framed, Framer } from '../../../src/framing/framer.js';
import { defineProtocol, type TrackerMessage, type Protocol } from '../../../src/protocols/protocol.js';

/** Lines of at most 256 bytes. */
function createLineFramer(): Framer<string> {
  let held = '';
  return {
    push(chunk) {
      const out: Framed<string>[] = [];
      for (const byte of chunk) {
        if (byte === 10) {
          out.push({ kind: 'frame', frame: held, bytes: held.length });
          held = '';
        } else if (held.length === 256) {
          out.push({ kind: 'discarded', bytes: 257, reason: 'too-long' });
          held = '';
        } else held += String.fromCharCode(byte);
      }
      return out;
    },
    heldBytes: () => held.length,
  };
}

const place = { dateTime: '2026-11-21T08:00:00.000Z', latitude: 52.842278, longitude: 5.70582 };

const records = (ref: string, deviceId?: string): TrackerMessage => ({
  type: 'records',
  ref,
  ...(deviceId === undefined ? {} : { deviceId }),
  locations: [place],
  alerts: [],
});

/**
 * A protocol to test ports with: `REF DEVICE` or `REF` is a location, `crash` a fault in the decoder, another line is
 * rejected. The reply is `REF ACCEPTED` or `REF CODE`. With `idleTimeoutMs` a lone `hold REF` waits for silence;
 * `nags` is the number of silences that each produce a report.
 */
export function testProtocol(options: { idleTimeoutMs?: number; silent?: boolean; nags?: number } = {}): Protocol {
  const { idleTimeoutMs, silent = false, nags = 0 } = options;
  return defineProtocol({
    name: 'test',
    baudRates: [38_400, 9_600],
    requiresDeviceId: false,
    ...(idleTimeoutMs === undefined ? {} : { idleTimeoutMs }),
    ...(silent ? {} : { acknowledges: true }),
    framer: createLineFramer,
    signatureBytes: (line) => (/^\d+(?: \S+)?$/.test(line) ? line.length : 0),
    decoder() {
      let held: TrackerMessage[] = [];
      let nagged = 0;
      return {
        decode(line) {
          if (line === 'crash') throw new Error('the decoder failed');
          const [, ref, deviceId] = /^(\d+)(?: (\S+))?$/.exec(line) ?? [];
          const [, heldRef] = /^hold (\d+)$/.exec(line) ?? [];
          if (heldRef !== undefined) held.push(records(heldRef, 'held'));
          else if (ref === undefined) return [{ type: 'rejected', reason: 'not a line of the test', ref: 'bad' }];
          else return [records(ref, deviceId)];
          return [];
        },
        idle() {
          const given = held;
          held = [];
          if (nagged < nags) given.push(records(`nag ${(nagged += 1)}`, 'nag'));
          return given;
        },
        ...(silent
          ? {}
          : {
              reply: ({ ref = '?' }, receipt) =>
                `${ref} ${receipt.ok ? String(receipt.value.accepted) : receipt.code}\n`,
            }),
      };
    },
  });
}
