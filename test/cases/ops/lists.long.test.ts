import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { opsCase } from '../../support/cases/ops-case.js';
import { startGateway, TEST_KEY } from '../../support/gateway/gateway.js';
import { killAll, runWaypost } from '../../support/gateway/waypost.js';
import { createBenchTrackers } from '../../support/provisioning/tracker-bench.js';
import { useFolder } from '../../support/store/folder.js';

const TRACKER = '860000000000017';

describe('waypost provision with a list as a spreadsheet saves it', () => {
  const folder = useFolder();
  let trackers: ReturnType<typeof createBenchTrackers>;

  beforeEach(() => {
    mkdirSync(join(folder(), 'data'));
    trackers = createBenchTrackers();
  });
  afterEach(() => {
    killAll();
    trackers.stop();
  });

  it('the bytes of the file arrive undamaged, and a refusal names the file, line and column', async () => {
    const port = join(folder(), `queclink-${TRACKER}`);
    const { url } = await startGateway({
      folder: folder(),
      config: { serial: { ports: [{ path: port, protocol: 'queclink' }] } },
    });
    trackers.plug({ folder: folder(), protocol: 'queclink', deviceId: TRACKER });
    const run = async (...args: readonly string[]): Promise<readonly [unknown, string]> => {
      const { output, ended } = runWaypost(['provision', ...args, '--url', url], {
        env: { WAYPOST_API_KEY: TEST_KEY },
      });
      return [await ended, output()];
    };
    const template = join(folder(), 'plain.json');
    writeFileSync(template, JSON.stringify({ name: 'Plain', protocol: 'queclink', settings: { sendInterval: 30 } }));
    await run('templates', '--add', template);
    const csv = join(folder(), 'units.csv');
    const provision = ['--template', 'Plain', '--port', port, '--csv', csv, '--yes', '--secret', 'password=gl300'];

    for (const [id, expected] of [
      ['K1k', `${csv}: line 2, column identity: a spreadsheet has shortened`],
      ['K1c', `VERIFIED  ${TRACKER} "Müller Süd"`],
      ['K1a', `UNCHANGED  ${TRACKER} "Müller Süd"`],
    ] as const) {
      const { fileHex } = opsCase(id).input as { readonly fileHex: string };
      writeFileSync(csv, Buffer.from(fileHex, 'hex'));
      const [code, output] = await run(...provision);
      expect(output, id).to.include(expected);
      expect(code, id).to.equal(id === 'K1k' ? 1 : 0);
    }
    writeFileSync(csv, Buffer.from('IMEI;Name\n860000000000017;M\x81ller\n', 'latin1'));
    expect(await run(...provision)).to.deep.equal([
      1,
      `waypost: ${csv} has an unknown encoding: save the list as CSV in UTF-8\n`,
    ]);
  });
});
