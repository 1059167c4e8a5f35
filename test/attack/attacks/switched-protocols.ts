import { expect } from 'chai';
import { flood, serveFarSide, useUplinks } from '../../support/attack/far-side.js';
import type { Attack, Target } from '../attack.js';

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

const floodOf = (text: string): Buffer => Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
/** by the first part of the path */
const FLOODS: Readonly<Record<string, readonly [first: string, piece: Buffer]>> = {
  interim: ['', floodOf('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n')],
  body: [`${OK}\r\n`, floodOf('[')],
  trailer: [`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`, floodOf('X-A: b\r\n')],
};

const uplinksOf = ({ farSidePort }: Target): Readonly<Record<string, object>> =>
  Object.fromEntries(
    ['switch', ...Object.keys(FLOODS), 'silent'].map((name) => [
      name,
      { type: 'rest', url: `http://127.0.0.1:${farSidePort}/${name}`, userName: 'depot', apiKey: 'key' },
    ]),
  );

/** What a gateway forwards to, or what stands on the way there, does not answer as HTTP is. */
export const switchedProtocols: Attack = {
  title: 'far sides of uplinks that switch the protocol, flood or are silent',
  by: 'far side',
  run: (target) =>
    serveFarSide(target, (socket, request) => {
      const [, name = ''] = /^POST \/(\w+)/.exec(request.toString('latin1')) ?? [];
      if (name === 'switch') socket.write(SWITCH);
      const [first, piece] = FLOODS[name] ?? [];
      if (first === undefined || piece === undefined) return;
      socket.write(first);
      flood(socket, piece);
    }),
  meanwhile: (admin, target) => useUplinks(admin, target, uplinksOf(target)),
  async verify({ admin }) {
    const { uplinks } = (await admin.call('GET', '/api/uplinks')).body as unknown as {
      uplinks: { name: string; reason: string }[];
    };
    expect(uplinks.find(({ name }) => name === 'switch')?.reason).to.contain('status 101');
  },
};
