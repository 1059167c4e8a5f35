import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { play } from '../../src/cli/replay/playback.js';
import { openRealPort } from '../../src/cli/simulate/real-port.js';
import { readRecording } from '../../src/cli/replay/recording.js';
import { messageOf } from '../../src/errors.js';
import { encodeChunk } from '../../src/serial/capture/capture-format.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { nmeaEpoch } from '../../src/simulator/nmea0183/epoch.js';
import { openVirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { historyOf } from '../support/api/api-queries.js';
import { signIn } from '../support/api/client.js';
import { runCommand } from '../support/gateway/run-command.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';

const T0 = Date.UTC(2026, 10, 21, 8);
const vehicle = createVehicle({ seed: 3 });
const epochs = Array.from({ length: 20 }, (_, second) => nmeaEpoch(vehicle.fixAt(T0 + second * 1000)));

describe('waypost replay', () => {
  const folder = useFolder();
  const at = (name: string): string => join(folder(), name);
  afterEach(killAll);

  it('a capture is played into a virtual port, and the gateway stores its records', async () => {
    const lines = epochs.map((epoch, second) =>
      encodeChunk({ at: T0 + second * 1000, direction: 'in', bytes: Buffer.from(epoch) }),
    );
    writeFileSync(at('capture.jsonl'), lines.join(''));
    const ports = [{ path: at('bus.tty'), protocol: 'nmea0183', deviceId: 'bus' }];
    const { url } = await startGateway({ folder: folder(), config: { serial: { ports } } });
    const client = await signIn(url, { apiKey: TEST_KEY });
    const replay = runWaypost([
      'replay',
      at('capture.jsonl'),
      at('bus.tty'),
      '--virtual',
      '--speed',
      '40',
      '--wait',
      '4',
    ]);
    expect(await replay.ended).to.equal(0);
    expect(replay.output()).to.contain(
      `${epochs.join('').length} bytes played into ${at('bus.tty')}, 1 complete pass; `,
    );
    const isStored = async (): Promise<boolean> => (await historyOf(client, 'bus')).length === 20;
    await eventually('all locations are stored', isStored);
    expect(existsSync(at('bus.tty'))).to.equal(false);
  });

  it('--loop plays raw bytes into an existing port until it is stopped', async () => {
    writeFileSync(at('log.nmea'), `# a receiver\n${epochs.join('')}`);
    const line = openVirtualPort(at('far'));
    let received = '';
    line.onData((bytes) => (received += Buffer.from(bytes).toString()));
    const replay = runWaypost([
      'replay',
      at('log.nmea'),
      at('far'),
      '--at-once',
      '--skip-comments',
      '--loop',
      '--json',
    ]);
    await eventually('the third pass has ended', () => received.length > 3 * epochs.join('').length);
    replay.process.kill('SIGINT');
    expect(await replay.ended).to.equal(0);
    line.close();
    expect(received.startsWith(epochs.join('') + epochs.join(''))).to.equal(true);
    const done = JSON.parse(replay.output()) as Record<string, unknown>;
    expect(done).to.include({ file: at('log.nmea'), path: at('far'), received: 0 });
    expect(done.rounds).to.be.above(2);
  });

  it('an invalid line, an empty file and a missing port are errors', async () => {
    writeFileSync(at('bad'), `${encodeChunk({ at: T0, direction: 'in', bytes: Buffer.from('x') })}{}\n`);
    writeFileSync(at('empty'), '');
    writeFileSync(at('log'), epochs.join(''));
    const line = openVirtualPort(at('far'));
    const run = async (...args: string[]): Promise<[number | string, string]> => {
      const { code, output } = await runCommand(['replay', ...args]);
      return [code, output];
    };
    expect(await run(at('bad'), at('far'))).to.deep.equal([
      1,
      `waypost: ${at('bad')}, line 2: the line has no "at", an ISO 8601 time in UTC like "2026-11-21T08:22:34.123Z"\n`,
    ]);
    expect(await run(at('empty'), at('far'))).to.deep.equal([1, `waypost: ${at('empty')}: no data to play\n`]);
    line.close();
    expect((await run(at('log'), at('far')))[1]).to.contain('no such device');
  });

  it('a lost port rejects the playback with the reason', async () => {
    const far = openVirtualPort(at('far'));
    const line = await openRealPort(at('far'), 9_600);
    writeFileSync(at('log'), epochs.join(''));
    far.unplug();
    expect(await line.lost).to.equal(`${at('far')}: the device went away`);
    const options = { line, speed: 1, now: () => 0, signal: new AbortController().signal, onPlayed: () => undefined };
    const played = play(readRecording(at('log'), { baudRate: 9_600, maxGapMs: 0 }), options);
    expect(await played.then(() => 'no error', messageOf)).to.equal(`${at('far')}: closed`);
    await line.close();
  });
});
