import { expect } from 'chai';
import { flood, serveFarSide, useUplinks } from '../../support/attack/far-side.js';
import type { Attack, Target } from '../attack.js';

/** A CONNACK with a remaining length of 256 MB. */
const CONNACK = Buffer.from([0x20, 0xff, 0xff, 0xff, 0x7f]);
const PIECE = Buffer.alloc(65_536, 'a');
const UPLINKS = 4;

const uplinksOf = ({ farSidePort }: Target): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Array.from({ length: UPLINKS }, (_, n) => [
      `broker-${n}`,
      { type: 'mqtt', url: `mqtt://127.0.0.1:${farSidePort}` },
    ]),
  );

/** A broker, or what stands on the way there, answers with packets that do not end. */
export const endlessPackets: Attack = {
  title: `${UPLINKS} brokers that answer with a packet of 256 MB`,
  by: 'far side',
  run: (target) =>
    serveFarSide(target, (socket) => {
      socket.write(CONNACK);
      flood(socket, PIECE);
    }),
  meanwhile: (admin, target) => useUplinks(admin, target, uplinksOf(target)),
  async verify({ admin }) {
    const { uplinks } = (await admin.call('GET', '/api/uplinks')).body as unknown as { uplinks: { state: string }[] };
    expect(uplinks.map(({ state }) => state)).to.not.include('connected');
    expect(uplinks).to.have.lengthOf(UPLINKS);
  },
};
