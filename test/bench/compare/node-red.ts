import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/gateway/free-port.js';
import { httpRequest } from '../measure/load.js';
import { serve, type Peer } from './peer.js';
import { deviceOf, positionOf } from './position.js';

const FILE = { filenameType: 'str', appendNewline: true, createDir: false, overwriteFile: 'false', encoding: 'none' };
const PORT = {
  ...{ serialbaud: '115200', databits: '8', parity: 'none', stopbits: '1', waitfor: '', newline: '\\n', bin: 'false' },
  ...{ dtr: 'none', rts: 'none', cts: 'none', dsr: 'none', out: 'char', addchar: '', responsetimeout: '10000' },
};
const REMEMBER = "flow.set('last', msg.payload); msg.payload = JSON.stringify(msg.payload); return msg;";
const RECALL = "msg.payload = flow.get('last'); return msg;";
const NOTE = "if (msg.payload.slice(3, 6) === 'RMC') flow.set('received', msg.payload); return msg;";

/** Node-RED with its serial node: typical flows that append the data to a file and remember the last line. */
export const nodeRed: Peer = {
  name: 'node-red',
  packages: { 'node-red': '4.1.0', 'node-red-node-serialport': '2.0.3' },
  async start({ folder, home, serial }) {
    const port = await freePort();
    // Node-RED takes a node without coordinates for a configuration, and a property equal to an id for a reference.
    const node = (id: string, type: string, to: string, rest: object) => ({
      ...{ id: `node-${id}`, type, z: 'tab', x: 100, y: 100, wires: to === '' ? [] : [[`node-${to}`]] },
      ...rest,
    });
    const flows = [
      { id: 'tab', type: 'tab', label: 'bench' },
      node('post', 'http in', 'remember', { url: '/positions', method: 'post', upload: false }),
      node('remember', 'function', 'keep', { func: REMEMBER, outputs: 1 }),
      node('keep', 'file', 'taken', { filename: join(folder, 'positions.log'), ...FILE }),
      node('taken', 'http response', '', { statusCode: '201', headers: {} }),
      node('get', 'http in', 'recall', { url: '/last', method: 'get', upload: false }),
      node('recall', 'function', 'given', { func: RECALL, outputs: 1 }),
      node('received', 'http in', 'recall-received', { url: '/received', method: 'get', upload: false }),
      node('recall-received', 'function', 'given', { func: RECALL.replace('last', 'received'), outputs: 1 }),
      node('given', 'http response', '', { statusCode: '200', headers: {} }),
      ...(serial === undefined
        ? []
        : [
            { id: 'line', type: 'serial-port', serialport: serial, ...PORT },
            node('serial', 'serial in', 'note', { serial: 'line' }),
            node('note', 'function', 'log', { func: NOTE, outputs: 1 }),
            node('log', 'file', '', { filename: join(folder, 'lines.log'), ...FILE }),
          ]),
    ];
    // Its settings are a CommonJS module in any folder.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'bench', version: '1.0.0' }));
    writeFileSync(join(folder, 'flows.json'), JSON.stringify(flows));
    const base = `http://127.0.0.1:${port}`;
    // The editor responds before the flows do.
    const url = `${base}/last`;
    const args = [join(home, 'node_modules/node-red/red.js'), '-u', folder, '-p', String(port), 'flows.json'];
    const served = await serve(args, url);
    return {
      ...served,
      url,
      post: { status: 201, request: (i) => httpRequest('POST', '/positions', '', body(i)) },
      get: () => httpRequest('GET', '/last', ''),
      async lastTimeFromPort() {
        const [, time = ''] = (await (await fetch(`${base}/received`)).text()).split(',');
        return time === '' ? undefined : [time.slice(0, 2), time.slice(2, 4), time.slice(4, 6)].join(':');
      },
    };
  },
};

const body = (i: number): string => JSON.stringify({ deviceId: deviceOf(i), ...positionOf(i) });
