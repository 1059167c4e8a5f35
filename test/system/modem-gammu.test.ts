import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createSimulatedModem } from '../../src/simulator/modem/modem.js';
import { openVirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { DEADLINE_MS } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';

const run = promisify(execFile);

describe('the simulated modem, driven by gammu', () => {
  const folder = useFolder();

  it('gammu identifies the modem', async () => {
    const port = openVirtualPort(join(folder(), 'modem'));
    try {
      const modem = createSimulatedModem({ send: (text) => void port.write(text).catch(() => undefined) });
      port.onData(modem.onData);
      const config = join(folder(), 'gammurc');
      writeFileSync(config, `[gammu]\ndevice = ${port.path}\nconnection = at115200\n`);
      const { stdout } = await run('gammu', ['-c', config, 'identify'], { timeout: DEADLINE_MS });
      expect(stdout).to.match(/^Manufacturer\s+: Waypost$/m);
      expect(stdout).to.match(/^Model\s+: .*Simulated modem/m);
      expect(stdout).to.match(/^IMEI\s+: 490154203237518$/m);
    } finally {
      port.close();
    }
  });
});
