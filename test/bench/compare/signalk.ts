import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/gateway/free-port.js';
import { serve, type Peer } from './peer.js';

/** Signal K server with its own NMEA 0183 provider. It accepts no positions over HTTP and keeps no history. */
export const signalk: Peer = {
  name: 'signalk',
  packages: { 'signalk-server': '2.23.0' },
  async start({ folder, home, serial }) {
    const port = await freePort();
    const subOptions = { validateChecksum: true, type: 'serial', device: serial, baudrate: 115_200 };
    const options = { logging: false, type: 'NMEA0183', subOptions };
    const receiver = { id: 'gps', enabled: true, pipeElements: [{ type: 'providers/simple', options }] };
    const pipedProviders = serial === undefined ? [] : [receiver];
    writeFileSync(
      join(folder, 'settings.json'),
      JSON.stringify({ interfaces: {}, port, ssl: false, mdns: false, pipedProviders }),
    );
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'bench', version: '1.0.0' }));
    const url = `http://127.0.0.1:${port}/signalk`;
    const args = [join(home, 'node_modules/signalk-server/bin/signalk-server'), '-c', folder];
    const served = await serve(args, url, { PORT: String(port), NODE_ENV: 'production' });
    return {
      ...served,
      url,
      async lastTimeFromPort() {
        const answer = await fetch(`${url}/v1/api/vessels/self/navigation/position`);
        return answer.ok ? ((await answer.json()) as { timestamp?: string }).timestamp?.slice(11, 19) : undefined;
      },
    };
  },
};
