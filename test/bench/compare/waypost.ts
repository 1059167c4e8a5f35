import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../../support/api/client.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { freePort } from '../../support/gateway/free-port.js';
import { httpRequest } from '../measure/load.js';
import { serve, type Peer } from './peer.js';
import { DEVICES, deviceOf, positionOf } from './position.js';

const RECEIVER = 'receiver';

/** The installed gateway: every accepted position is on the disk before the response, and requests need a token. */
export const waypost: Peer = {
  name: 'waypost',
  packages: {},
  async start({ folder, serial }) {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const ports = serial === undefined ? [] : [{ path: serial, protocol: 'nmea0183', deviceId: RECEIVER }];
    const config = join(folder, 'waypost.json');
    const http = { host: '127.0.0.1', port };
    writeFileSync(config, JSON.stringify({ http, log: { level: 'error' }, serial: { ports } }));
    const args = ['dist/waypost/main.js', 'serve', '--config', config, '--data', join(folder, 'data')];
    const url = `${base}/api/health`;
    const served = await serve(args, url, { WAYPOST_ADMIN_API_KEY: TEST_KEY });
    let token = '';
    return {
      ...served,
      url,
      async prepare() {
        const client = await signIn(base, { apiKey: TEST_KEY });
        token = client.token;
        for (const id of [...Array.from({ length: DEVICES }, (_, i) => deviceOf(i)), RECEIVER]) {
          await client.call('POST', '/api/devices', { id });
        }
      },
      post: {
        status: 201,
        request: (i) =>
          httpRequest('POST', `/api/devices/${deviceOf(i)}/locations`, token, JSON.stringify(positionOf(i))),
      },
      get: (i) => httpRequest('GET', `/api/devices/${deviceOf(i)}/lastLocation`, token),
      async lastTimeFromPort() {
        const headers = { Authorization: `Bearer ${token}` };
        const answer = await fetch(`${base}/api/devices/${RECEIVER}/lastLocation`, { headers });
        const { lastLocation } = (await answer.json()) as { lastLocation: { dateTime: string } | null };
        return lastLocation?.dateTime.slice(11, 19);
      },
    };
  },
};
