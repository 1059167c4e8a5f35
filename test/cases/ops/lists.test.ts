import { expect } from 'chai';
import { cleanCell } from '../../../src/domain/lists/cell.js';
import { decodeText } from '../../../src/domain/lists/decode-text.js';
import { readCsv } from '../../../src/domain/lists/read-csv.js';
import { unprotectCell } from '../../../src/domain/lists/formula.js';
import { childrenNamed, descendants, readXmlTree, type XmlElement } from '../../../src/domain/zones/files/xml-tree.js';
import { valueOf, type Result } from '../../../src/errors.js';
import type { Template } from '../../../src/schema/provisioning/template.js';
import type { Store } from '../../../src/store/store.js';
import { readImport, type ReadImport } from '../../../src/web/device-import/read-import.js';
import { opsCase } from '../../support/cases/ops-case.js';
import { useApp } from '../../support/gateway/app.js';
import { templateOf } from '../../support/provisioning/provisioning.js';
import { createTestBench, type TestBench } from '../../support/provisioning/test-bench.js';
import { useFolder } from '../../support/store/folder.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestClock } from '../../support/time/clock.js';

const PORT = '/dev/ttyUSB0';
const TRACKER = '860000000000017';

type ListInput = {
  readonly fileHex: string;
  readonly template: Pick<Template, 'name' | 'protocol' | 'settings'> & Partial<Template>;
};

describe('lists of people: units', () => {
  const folder = useFolder();
  let store: Store;
  let bench: TestBench;

  beforeEach(async () => {
    const clock = createTestClock();
    store = await openTestStore(folder(), { clock });
    bench = createTestBench({ store, clock });
  });
  afterEach(async () => {
    await bench.provisionings.stop();
    await store.close();
  });

  /** Sends the list as the command line does: from the bytes of the file. */
  async function start(id: string, bytes?: Uint8Array) {
    const input = opsCase(id).input as ListInput;
    const template = templateOf({ ...input.template, id: 'plain' });
    await store.append([
      { kind: 'user', v: bench.technician },
      { kind: 'template', v: template },
    ]);
    const decoded = decodeText(bytes ?? new Uint8Array(Buffer.from(input.fileHex, 'hex')));
    if (!decoded.ok) throw new Error(decoded.code);
    bench.plug(PORT, 'queclink', TRACKER);
    const request = { template: 'plain', ports: [PORT], once: true, csv: decoded.text, secrets: { password: 'gl300' } };
    return bench.provisionings.create(bench.technician, request);
  }

  async function setUp(id: string, bytes?: Uint8Array) {
    const session = valueOf(await start(id, bytes));
    await bench.until('it is done', session.id, ({ ended }) => ended !== null);
    const [result] = bench.look(session.id).results;
    const receipt = store.state.receipts.get(result?.receipt ?? '');
    return {
      outcome: result?.outcome,
      sendInterval: receipt?.after.sendInterval,
      name: store.state.devices.get(TRACKER)?.name,
    };
  }

  for (const [title, id, name] of [
    ['K1a: semicolons and a byte order mark are read', 'K1a', 'Müller Süd'],
    ['K1c: Windows-1252 is read with its letters', 'K1c', 'Müller Süd'],
    ['K1d: another title of the identity finds the row of the tracker, not the first one', 'K1d', 'Own'],
    ['K1h: a placeholder of the template finds its column behind semicolons', 'K1h', 'B-AB 1'],
    ['K1i: columns without title and rows without cells are skipped', 'K1i', 'Own'],
    ['K1p0: UTF-8 and commas', 'K1p0', 'Müller Süd'],
    ['K1p1: UTF-8 with a byte order mark and commas', 'K1p1', 'Own'],
    ['K1p2: CR alone as line end', 'K1p2', 'Own'],
  ] as const) {
    it(title, async () => {
      expect(await setUp(id)).to.deep.equal({ outcome: 'verified', sendInterval: 90, name });
    });
  }

  it('K1k: a number that a spreadsheet has shortened is refused with line and column, and nothing is sent', async () => {
    expect(await start('K1k')).to.include({
      ok: false,
      code: 'validation_failed',
      message:
        '/csv: line 2, column identity: a spreadsheet has shortened or reformatted the number 8.6E+14: format the column as text and enter it again',
    });
    expect(bench.sent).to.deep.equal([]);
  });

  for (const [what, list] of [
    [
      'UTF-16 with tabs, titles in Spanish',
      Buffer.from(`\uFEFFNúmero de serie\tNombre\tsendInterval\r\n${TRACKER}\tSüd\t90\r\n`, 'utf16le'),
    ],
    [
      'bars, titles in German and a setting by its title',
      Buffer.from(`Seriennummer|Bezeichnung|SEND INTERVAL\n${TRACKER}|Süd|90\n`),
    ],
    [
      'sep= and a text formula, titles in Dutch',
      Buffer.from(`sep=;\nSerienummer;Naam;sendInterval\n="${TRACKER}";Süd;90\n`),
    ],
    [
      'an id where trackers keep their own',
      Buffer.from(`ID;Name;sendInterval\n860000000000025;Other;120\n${TRACKER};Süd;90\n`),
    ],
    ['Windows-1252, titles in French', Buffer.from(`N° de série;Nom;sendInterval\n${TRACKER};Süd;90\n`, 'latin1')],
  ] as const) {
    it(`a list as other spreadsheets write it is read: ${what}`, async () => {
      expect(await setUp('K1a', new Uint8Array(list))).to.deep.equal({
        outcome: 'verified',
        sendInterval: 90,
        name: 'Süd',
      });
    });
  }

  for (const [list, message] of [
    [
      `identiy,name\n${TRACKER},x\n`,
      /^\/csv: column identiy is not used: did you mean identity\? Use one of identity, id, name, /,
    ],
    [`identity,Fahrgestell\n${TRACKER},x\n`, /^\/csv: column Fahrgestell is not used: use one of identity/],
    [`IMEI,identity\n1,2\n`, /^\/csv: the columns IMEI and identity are both identity: remove one/],
    [`identity,name\n${TRACKER},x\n,y\n`, /^\/csv: line 3, column identity: no identity/],
    [
      `identity,name\n${TRACKER},x\n\n${TRACKER},y\n`,
      /^\/csv: line 4, column identity: 860000000000017 is also in line 2/,
    ],
    [`IMEI;sendInterval\n${TRACKER};often\n`, /^\/csv: line 2, column sendInterval: must be integer/],
    [`IMEI;sendInterval\n${TRACKER};90,0\n`, /^\/csv: line 2, column sendInterval: a spreadsheet has/],
    [`IMEI;name\n${TRACKER}.0;x\n`, /^\/csv: line 2, column IMEI: a spreadsheet has/],
    [`IMEI;name\n${TRACKER},x\n`, /^\/csv: line 2, column IMEI: 860000000000017,x is not an id/],
    ['identity,name\n', /^\/csv: no rows below the titles/],
    [`identity,name\n${TRACKER},M\uFFFDller\n`, /^\/csv: line 2, column 2: a character was damaged/],
  ] as const) {
    it(`a list that is wrong is refused before anything is sent: ${JSON.stringify(list.slice(0, 40))}`, async () => {
      const refused = await start('K1a', Buffer.from(list));
      expect(refused).to.include({ ok: false, code: 'validation_failed' });
      expect(refused).to.have.property('message').that.matches(message);
      expect(bench.sent).to.deep.equal([]);
    });
  }
});

describe('lists of people: devices', () => {
  const context = { deviceOf: () => undefined, groups: [{ id: 'g', name: 'Süd', devices: [] }], licenses: 9, now: 0 };
  const outcomeOf = (read: ReadImport): string =>
    read.ok ? read.lines.map(({ problem, action, id }) => `${problem ?? action} ${id}`).join() : read.code;

  it('K1l: a number with decimals is refused like a shortened one', async () => {
    const { file } = opsCase('K1l').input as { readonly file: string };
    expect(outcomeOf(await readImport(new Blob([file]), context))).to.equal('shortenedId 351777090001403.0');
  });

  it('K1q0: what the dashboard reads today stays as it is', async () => {
    const { files } = opsCase('K1q0').input as { readonly files: readonly string[] };
    const outcomes = await Promise.all(
      files.map(async (file) => outcomeOf(await readImport(new Blob([file]), context))),
    );
    const added = 'add 351777090001403';
    expect(outcomes).to.deep.equal([added, added, added, 'shortenedId 3,51777E+14', added, added]);
  });
});

describe('exports for spreadsheets', () => {
  const app = useApp();
  const AT = '2026-01-01T00:00:00Z';
  const TEXTS = ['Tor offen;=1+1;Straße', '=1+1', 'a\t@x', '"quoted";"=2"', '-5 km', 'ends;'];
  const RANGE = 'from=2025-12-31T00:00:00Z&to=2026-01-02T00:00:00Z';

  async function fileOf(path: string, query: string): Promise<Buffer> {
    const headers = { Authorization: `Bearer ${app.admin().token}` };
    const response = await fetch(`${app.url()}${path}?${RANGE}&${query}`, { headers });
    expect(response.status).to.equal(200);
    return Buffer.from(await response.arrayBuffer());
  }

  before(async () => {
    await app.call('POST', '/api/devices', { id: 'x1' });
    for (const [index, text] of TEXTS.entries()) {
      const dateTime = `2026-01-01T00:00:0${index}Z`;
      await app.call('POST', '/api/devices/x1/alerts', { alert: { dateTime, alerts: ['SOSButton'], text } });
    }
    await app.call('POST', '/api/devices/x1/locations', { dateTime: AT, latitude: 52.5, longitude: -4.25 });
  });

  it('K6a: no cell is a formula, whichever separator the reader takes, and reading gives the same text', async () => {
    const { request } = opsCase('K6a').input as { readonly request: string };
    expect(request).to.include('Tor offen;=1+1;Straße');
    for (const query of ['format=csv', 'format=csv&separator=semicolon&decimal=comma', 'format=csv&separator=tab']) {
      const csv = (await fileOf('/api/devices/x1/alerts', query)).toString();
      for (const separator of [',', ';', '\t']) {
        const cells = csv.split('\r\n').flatMap((line) => line.split(separator));
        const formulas = cells.filter((cell) => /^[" ]*[=+\-@\t\r]/.test(cell) && !/^-?\d+([.,]\d+)?$/.test(cell));
        expect(formulas, query).to.deep.equal([]);
      }
      const table = readCsv(csv, 100);
      const [titles, ...rows] = table.ok ? table.rows.map(({ cells }) => cells) : [];
      const texts = rows.map((cells) => unprotectCell(cells[titles?.indexOf('text') ?? 0] ?? ''));
      expect(texts, query).to.deep.equal(TEXTS);
    }
  });

  it('K7a: byte order mark, separator and decimal sign are parameters that the API documents', async () => {
    const { text } = opsCase('K7a').input as { readonly text: string };
    const file = await fileOf('/api/devices/x1/alerts', 'format=csv&bom=true&separator=semicolon&decimal=comma');
    expect(file.subarray(0, 3).toString('hex')).to.equal('efbbbf');
    expect(file.toString()).to.include(text).and.include('id;dateTime;');
    const locations = (
      await fileOf('/api/devices/x1/locations', 'format=csv&separator=semicolon&decimal=comma')
    ).toString();
    const table = readCsv(locations, 10);
    expect(table.ok && table.rows[1]?.cells.slice(1, 3).map(cleanCell)).to.deep.equal(['52,5', '-4,25']);
    expect((await fileOf('/api/devices/x1/trips', 'format=csv&separator=tab')).toString()).to.match(/^kind\tfrom\t/);
    const { body } = await app.call('GET', '/openapi.json');
    for (const kind of ['locations', 'alerts', 'trips']) {
      const { parameters } = (body.paths as Record<string, { get: { parameters: { name: string }[] } }>)[
        `/api/devices/{deviceId}/${kind}`
      ]?.get ?? { parameters: [] };
      expect(parameters.map(({ name }) => name)).to.include.members(['separator', 'decimal', 'bom']);
    }
  });

  it('a file that no program could read, or marks for another format, are refused with the fix', async () => {
    for (const [query, message] of [
      ['format=csv&decimal=comma', '/decimal=comma requires separator=semicolon or separator=tab'],
      ['format=gpx&bom=true', '/separator, /decimal and /bom are for format=csv'],
    ] as const) {
      const { status, body } = await app.call('GET', `/api/devices/x1/locations?${RANGE}&${query}`);
      expect([status, JSON.stringify(body).includes(message)]).to.deep.equal([400, true]);
    }
  });

  it('P138: GPX is valid with control characters, emoji, course 360, longitude 180 and tiny altitudes', async () => {
    expect(opsCase('P138').area).to.equal('export');
    await app.call('POST', '/api/devices', { id: 'x2', name: 'Ctl & <b> 🚛 ]]> "q"' });
    await app.call('POST', '/api/devices/x2/locations', {
      dateTime: AT,
      latitude: 1,
      longitude: 180,
      course: 360,
      altitude: -1e-7,
    });
    const gpx = (await fileOf('/api/devices/x2/locations', 'format=gpx')).toString();
    const root = treeOf(gpx);
    const [point] = descendants(root, 'trkpt');
    expect(Number(point?.attributes.lon)).to.be.within(-180, 179.999_999_9);
    expect(childrenNamed(root, 'trk')).to.have.length(1);
    expect(gpx)
      .to.include('🚛')
      .and.not.match(/\u0001|e-7|course>360/);
  });

  function treeOf(text: string): XmlElement {
    const reading = readXmlTree(text);
    for (;;) {
      const next: IteratorResult<undefined, Result<XmlElement>> = reading.next();
      if (next.done === true) return valueOf(next.value);
    }
  }
});
