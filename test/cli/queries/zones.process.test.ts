import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { kmlOf } from '../../support/api/zone-files.js';
import { runCommand, useGateway } from '../../support/gateway/run-command.js';
import type { Ran } from '../../support/gateway/run-to-end.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';
import { useFolder } from '../../support/store/folder.js';

describe('waypost zones and alert-rules', () => {
  const folder = useFolder();
  const url = useGateway(folder, {});
  const run = (...args: string[]): Promise<Ran> => runCommand([...args, '--url', url()], { WAYPOST_API_KEY: TEST_KEY });
  const done = async (...args: string[]): Promise<string> => {
    const { code, output } = await run(...args);
    expect(code, output).to.equal(0);
    return output;
  };

  it('zones and alert rules are imported, listed, shown, exported, disabled and removed', async () => {
    expect(await done('zones')).to.match(/^No zones\./);
    const kml = join(folder(), 'zones.kml');
    const gate = '<Placemark><name>Gate</name><Point><coordinates>5,52</coordinates></Point></Placemark>';
    writeFileSync(kml, kmlOf(gate));
    expect(await done('zones', 'import', kml)).to.equal('1 zone imported\nGate: has no radius: 100 m\n');
    expect(await done('zones')).to.match(/^ZONE +SHAPE +HOME +ID .*\nGate +circle, 100 m +\S+\n$/);
    expect(await done('zones', 'devices', 'gate')).to.equal('0 of 0 devices in Gate\n');
    expect(await done('zones', 'export', '--format', 'gpx')).to.include('<name>Gate</name>');
    const { zone } = JSON.parse(await done('zones', 'show', 'gate', '--json')) as { zone: { id: string } };

    const file = join(folder(), 'rule.json');
    writeFileSync(file, JSON.stringify({ name: 'In', type: 'zone', zones: [zone.id], all: true }));
    expect(await done('alert-rules', 'add', '--file', file)).to.match(/^State +on$/m);
    expect((await run('zones', 'remove', 'Gate')).output).to.match(/alert rules name the zone \(In\)/);
    expect(await done('alert-rules', 'disable', 'in')).to.match(/^State +off$/m);
    expect(await done('alert-rules')).to.match(/^RULE +STATE +TYPE +DEVICES +ID *\nIn +off +zone +all /);
    expect(await done('alert-rules', 'remove', 'In')).to.equal('alert rule In removed\n');
    expect(await done('zones', 'remove', 'Gate')).to.equal('zone Gate removed\n');
    expect((await run('zones', 'import', 'zones.shp')).output).to.include('must end with .geojson');
  });
});
