import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/gateway/free-port.js';
import { httpRequest } from '../measure/load.js';
import { serve, type Peer } from './peer.js';
import { deviceOf, positionOf } from './position.js';

/** json-server with a file: everything is in memory, and the whole file is written again for each post. */
export const jsonServer: Peer = {
  name: 'json-server',
  packages: { 'json-server': '0.17.4' },
  async start({ folder, home }) {
    const port = await freePort();
    const file = join(folder, 'db.json');
    writeFileSync(file, JSON.stringify({ locations: [], devices: [{ id: 1, ...positionOf(0) }] }));
    const cli = join(home, 'node_modules/json-server/lib/cli/bin.js');
    const url = `http://127.0.0.1:${port}/devices`;
    const served = await serve([cli, '--port', String(port), '--host', '127.0.0.1', '--quiet', file], url);
    const body = (i: number): string => JSON.stringify({ deviceId: deviceOf(i), ...positionOf(i) });
    return {
      ...served,
      url,
      post: { status: 201, request: (i) => httpRequest('POST', '/locations', '', body(i)) },
      get: () => httpRequest('GET', '/devices/1', ''),
    };
  },
};
