import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openPort } from '../../src/serial/transport/open-port.js';
import type { Port } from '../../src/serial/transport/port-types.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { freePort } from '../support/gateway/free-port.js';
import { english } from '../../src/messages/english.js';

const SENTENCES = [
  '$GPRMC,092750.000,A,5321.6802,N,00630.3372,W,0.02,31.66,280511,,,A*43\r\n',
  '$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*76\r\n',
];

describe('a receiver that gpsd shares', () => {
  const folder = useFolder();
  let gpsd: ChildProcess | undefined;
  let line: VirtualPort | undefined;
  let port: Port | undefined;

  afterEach(async () => {
    await port?.close();
    if (gpsd?.exitCode === null) {
      gpsd.kill('SIGKILL');
      await once(gpsd, 'exit');
    }
    line?.close();
  });

  it('the sentences of the receiver arrive unchanged, and nothing of gpsd', async () => {
    const tcpPort = await freePort();
    line = openVirtualPort(join(folder(), 'receiver'));
    // gpsd gives up root, and opens the device as another user.
    chmodSync(folder(), 0o755);
    chmodSync(line.path, 0o666);
    gpsd = spawn('gpsd', ['-N', '-n', '-b', '-S', String(tcpPort), line.path], { stdio: 'ignore' });
    const isListening = async (): Promise<boolean> => {
      const socket = connect({ host: '127.0.0.1', port: tcpPort });
      const done = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]);
      socket.destroy();
      return done;
    };
    await eventually('gpsd listens', () => isListening().catch(() => false));

    let received = '';
    const losses: string[] = [];
    port = await openPort({
      path: `gpsd://127.0.0.1:${tcpPort}`,
      baudRate: null,
      onData: (chunk) => (received += Buffer.from(chunk).toString('latin1')),
      onClose: (reason) => losses.push(english(reason)),
    });
    const writer = line;
    const arrived = async (): Promise<boolean> => {
      await writer.write(SENTENCES.join(''));
      return SENTENCES.every((sentence) => received.includes(sentence));
    };
    await eventually('the sentences have arrived', arrived, { maxPauseMs: 200 });
    expect(received).to.not.contain('"class"');
    expect(losses).to.deep.equal([]);
  });
});
