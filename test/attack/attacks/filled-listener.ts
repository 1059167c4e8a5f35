import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { connectFrom, holdConnections } from '../../support/attack/strangers.js';
import { DEVICES, type Attack } from '../attack.js';

/** More than a listener has connections, 64 of an address. */
const ADDRESSES = 33;
const CONNECTIONS = 64 * ADDRESSES;
const TRACKERS = 5;
/** of the fixes that the trackers send */
const FROM = Date.UTC(2026, 9, 2);
const DAY = { from: '2026-10-02T00:00:00Z', to: '2026-10-03T00:00:00Z' };

const line = (deviceId: string, ms: number): string =>
  `${JSON.stringify({ deviceId, location: { dateTime: new Date(ms).toISOString(), latitude: 1, longitude: 2 } })}\n`;

/** Sends a fix, waits as a tracker does, and sends another on the same connection. */
async function track(address: { readonly host: string; readonly port: number }, n: number, ms: number): Promise<void> {
  const socket = await connectFrom(`127.0.9.${n + 1}`, address);
  if (socket === undefined) return;
  for (const fix of [0, 1]) {
    socket.write(line(DEVICES.victim, FROM + (2 * n + fix) * 60_000));
    // The acknowledgement, or the end of the connection.
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    await delay(ms);
  }
  socket.destroy();
}

/** Each connection has sent a fix of an invented id. */
export const filledListener: Attack = {
  title: `${ADDRESSES} addresses that take all connections of a listener with invented ids`,
  by: 'stranger',
  async run(target) {
    const address = { host: target.host, port: target.listenerPort };
    const filling = holdConnections(
      { ...target, ...address },
      CONNECTIONS,
      (index) => `127.0.8.${1 + (index % ADDRESSES)}`,
      (socket, index) => socket.resume().write(line(`invented-${index}`, FROM)),
    );
    await delay(target.seconds * 500);
    await Promise.all(Array.from({ length: TRACKERS }, (_, n) => track(address, n, target.seconds * 200)));
    return filling;
  },
  async verify({ admin }) {
    const { status, body } = await admin.call('POST', `/api/devices/${DEVICES.victim}/locations`, DAY);
    expect(status).to.equal(200);
    expect(body.locations, 'fixes of the trackers of other addresses').to.have.lengthOf(2 * TRACKERS);
  },
};
