import { expect } from 'chai';
import { readCsv } from '../../../src/domain/lists/read-csv.js';
import type { Api } from '../../../src/web/api/client.js';
import { describeChanges } from '../../../src/web/device-import/describe-changes.js';
import { IMPORT_COLUMNS, templateCsv } from '../../../src/web/device-import/import-columns.js';
import { planImport, type ImportContext, type PlannedLine } from '../../../src/web/device-import/plan-import.js';
import { runImport, startProgress } from '../../../src/web/device-import/run-import.js';
import { deviceView, NOW } from '../support.js';

const device = deviceView('van-1', { name: 'Van', tags: { a: '1', b: '2' } });
const group = { id: 'g1', name: 'Vans', devices: ['van-1'] };
const context: ImportContext = {
  deviceOf: (id) => (id === 'van-1' ? device : undefined),
  groups: [group],
  licenses: 2,
  now: NOW,
};

function planOf(text: string, changes: Partial<ImportContext> = {}): readonly PlannedLine[] {
  const table = readCsv(text, 100);
  const plan = table.ok ? planImport(table.rows, { ...context, ...changes }) : undefined;
  return plan?.ok === true ? plan.lines : [];
}

const actionsOf = (lines: readonly PlannedLine[]) => lines.map(({ action, problem }) => problem ?? action);

describe('the preview of an import', () => {
  it('each line adds, changes or leaves a device, or is refused with a reason', () => {
    const text = 'id,name\nvan-1,Van\nvan-1,other\nvan-2,Bus\n,x\nno good,x\n8.6E+14,x\n';
    expect(actionsOf(planOf(text))).to.deep.equal(['unchanged', 'repeated', 'add', 'noId', 'badId', 'shortenedId']);
    expect(actionsOf(planOf('id,name\nvan-1,Truck\n'))).to.deep.equal(['change']);
  });

  it('titles are read in the languages of the page, and an empty cell leaves the field as it is', () => {
    for (const titles of [
      'Número de serie;Nombre;Teléfono;Etiquetas',
      'Seriennummer;Name;Telefon;Tags',
      'Serienummer;Naam;Telefoon;Tags',
      'Numéro de série;nom;téléphone;attributs',
      'Número de série;nome;telefone;etiquetas',
    ]) {
      const [line] = planOf(`${titles}\nvan-1;;+34600;b=2|a=1\n`);
      expect([...(line?.values ?? [])], titles).to.deep.equal([['telephone', '+34600']]);
    }
  });

  it('a hyphen clears a field, and the preview has it as a change', () => {
    const full = deviceView('van-1', { min: '+34600', expires: '2026-12-31T00:00:00.000Z', tags: { a: '1' } });
    const plan = (cells: string) =>
      planOf(`id,name,telephone,tags,expires,dailySmsLimit\nvan-1,${cells}\n`, { deviceOf: () => full });
    const [cleared] = plan('-,-,-,-,-');
    expect([...(cleared?.values ?? [])]).to.deep.equal([
      ['name', ''],
      ['telephone', ''],
      ['tags', {}],
      ['expires', null],
    ]);
    expect(cleared?.action).to.equal('change');
    expect(actionsOf(plan(',,,,'))).to.deep.equal(['unchanged']);
    expect(actionsOf(planOf('id,group\nvan-1,-\n'))).to.deep.equal(['noGroup']);
  });

  it('lines beyond the free licenses are refused; expired devices need none', () => {
    const text = 'id,expires\na,\nb,2020-01-01\nc,never\nd,\n';
    expect(actionsOf(planOf(text))).to.deep.equal(['add', 'add', 'add', 'noLicense']);
  });

  it('a formula stays a text, and the quote that protects it is removed', () => {
    const [line] = planOf(`id,name,telephone\nvan-2,"=HYPERLINK(""x"")",'+34600\n`);
    expect(line?.values.get('name')).to.equal('=HYPERLINK("x")');
    expect(line?.values.get('telephone')).to.equal('+34600');
  });

  it('groups are found by name or id, and only users who may change them use them', () => {
    const text = 'id,group\nvan-1,vans\nvan-2,g1\nvan-3,none\n';
    const lines = planOf(text);
    expect(actionsOf(lines)).to.deep.equal(['unchanged', 'add', 'noGroup']);
    expect(lines[1]?.group).to.equal(group);
    expect(actionsOf(planOf(text, { groups: undefined }))[0]).to.equal('groupForbidden');
  });

  it('values that the API would refuse are refused', () => {
    const bad = [
      ['tags', 'x', 'badTags'],
      ['expires', '31/12/2026', 'badExpires'],
      ['dailySmsLimit', '1.5', 'badLimit'],
      ['name', 'x'.repeat(129), 'tooLong'],
    ];
    for (const [column = '', text = '', problem] of bad) {
      expect(actionsOf(planOf(`id,${column}\nvan-1,${text}\n`)), column).to.deep.equal([problem]);
    }
  });

  it('a column that nothing uses is refused by name, with the nearest one, and so are two columns for one field', () => {
    const problemOf = (text: string) => {
      const table = readCsv(text, 100);
      return table.ok ? planImport(table.rows, context) : table;
    };
    expect(problemOf('id,nmae\nvan-1,x\n')).to.include({
      ok: false,
      code: 'mistypedColumn',
      title: 'nmae',
      name: 'name',
    });
    expect(problemOf('id,Fahrgestell\nvan-1,x\n')).to.include({
      ok: false,
      code: 'unknownColumn',
      title: 'Fahrgestell',
    });
    expect(problemOf('id,IMEI\nvan-1,x\n')).to.include({ ok: false, code: 'sameColumn', title: 'IMEI', name: 'id' });
    expect(problemOf('id,name,,\nvan-1,x,,\n')).to.include({ ok: true });
  });

  it('a number that a spreadsheet has changed is refused, whichever way', () => {
    for (const id of ['3.5E+14', '"3,51777E+14"', '351777090001403.0', '"351777090001403,00"', '351.777.090.001.403'])
      expect(actionsOf(planOf(`id,name\n${id},Bus\n`)), id).to.deep.equal(['shortenedId']);
    expect(actionsOf(planOf('id\n8934071179000000000\n8934071179000000000\nvan-7\n'))[0]).to.equal('shortenedId');
    expect(actionsOf(planOf('id\n192.168.100.200\n351777090001000\n'))).to.deep.equal(['add', 'add']);
  });

  it('the details of a line name the group that the device joins', () => {
    const winter = { id: 'g2', name: 'Winter service', devices: [] };
    const lines = planOf('id,name,group\nvan-1,Truck,winter service\nvan-1b,,Vans\n', { groups: [group, winter] });
    expect(lines.map(describeChanges)).to.deep.equal([
      ['name: Van → Truck', 'group: + Winter service'],
      ['group: + Vans'],
    ]);
  });

  it('the template has every column, and its example can be imported in each language', () => {
    for (const language of ['en', 'de'] as const) {
      const [line] = planOf(templateCsv(language));
      expect(line?.action).to.equal('add');
      expect(line?.values.get('telephone')).to.equal('+34600111222');
    }
    expect(templateCsv('en').split('\r\n')[0]?.split(',')).to.deep.equal(Object.keys(IMPORT_COLUMNS));
    expect(templateCsv('nl').split('\r\n')[0]?.split(';')).to.deep.equal(Object.keys(IMPORT_COLUMNS));
  });
});

describe('carrying out an import', () => {
  it('an import that a full disk ended goes on where it stopped', async () => {
    const lines = planOf('id,name,group\nvan-1,Truck,Vans\nvan-2,Bus,Vans\n');
    const calls: [string, string, unknown][] = [];
    let isFull = true;
    const api = {
      get: () => Promise.resolve({ ok: true, value: { group: { ...group, lastModified: 'then' } } }),
      send(method: string, path: string, body: unknown) {
        if (isFull) return Promise.resolve({ ok: false, code: 'store_unavailable', message: 'the disk is full' });
        calls.push([method, path, body]);
        return Promise.resolve({ ok: true, value: {} });
      },
    } as unknown as Pick<Api, 'get' | 'send'>;
    const progress = startProgress();
    const options = { api, progress, isStopped: () => false, onProgress: () => undefined };
    expect(await runImport(lines, options)).to.include({ code: 'store_unavailable' });
    expect(progress.done.size).to.equal(0);
    isFull = false;
    expect(await runImport(lines, options)).to.equal(undefined);
    expect(calls).to.deep.equal([
      [
        'PATCH',
        '/api/devices/van-1',
        [
          { op: 'test', path: '/name', value: 'Van' },
          { op: 'replace', path: '/name', value: 'Truck' },
        ],
      ],
      ['POST', '/api/devices', { id: 'van-2', name: 'Bus' }],
      [
        'PATCH',
        '/api/groups/g1',
        [
          { op: 'test', path: '/lastModified', value: 'then' },
          { op: 'add', path: '/devices', value: ['van-1', 'van-2'] },
        ],
      ],
    ]);
  });
});
