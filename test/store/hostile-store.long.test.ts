import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { routes, type RouteServices } from '../../src/http/routes/index.js';
import type { Route } from '../../src/http/route.js';
import type { Change } from '../../src/schema/entry.js';
import { misfitIn } from '../../src/schema/stored/entry-forms.js';
import { appendCrc, decodeLine, encodeLine } from '../../src/store/log/entry-codec.js';
import { verifyIndex } from '../../src/store/log/sorted/sorted-segment.js';
import { parseState } from '../../src/store/state/read-state.js';
import { appendChecksum, verifyChecksum } from '../../src/store/state/snapshot.js';
import { formOfMap } from '../../src/store/state/state-forms.js';
import { exampleConfig, exampleOf, exampleSeed, nameOf } from '../support/api/examples.js';
import { useApp } from '../support/gateway/app.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { appendLines, hostileChanges, hostileForms } from '../support/store/hostile.js';
import { deviceOf, fixAt, locationOf } from '../support/store/records.js';
import { everyLocation, openTestStore } from '../support/store/store.js';

const source = { protocol: 'http' };
const at = '2026-11-21T08:00:00.000Z';

/** Kinds that the examples of the API lack. */
const records: readonly Change[] = [
  locationOf('bus', fixAt(60)),
  { kind: 'telemetry', v: { deviceId: 'bus', dateTime: at, values: { fuel: 4 }, source } },
  { kind: 'zone-visit', v: { deviceId: 'bus', zone: 'yard', dateTime: at, isInside: true } },
  {
    kind: 'rule-state',
    v: { rule: 'too-fast', deviceId: 'bus', state: { at: 1, level: 'on', revision: 'r', anchor: [5, 52] } },
  },
  { kind: 'setting', v: { key: 'licenses.total', value: 60 } },
  { kind: 'usage', v: { users: [{ userId: 'id-of-reader', total: 1, date: '2026-11-21', daily: 1 }] } },
  { kind: 'uplink-begun', v: { name: 'center', address: 'rest x', after: { alerts: 0, history: 0 } } },
  {
    kind: 'uplink-dead-letters',
    v: { name: 'center', lane: 'history', deviceId: 'bus', reason: 'r', at, removed: [], added: [[1, 2, 1]] },
  },
  { kind: 'message-settled', v: { id: '4', state: 'sent', reason: null, counted: 1, references: [] } },
  {
    kind: 'alert-acknowledged',
    v: {
      ...{ deviceId: 'bus', id: '8', dateTime: at, by: { id: 'u', name: 'u' }, note: '' },
      ...{ alert: { dateTime: at, alerts: ['SOSButton'] }, sent: [] },
    },
  },
];

describe('a store that another program has changed', () => {
  const folder = useFolder();
  const log = (name: string): string => join(folder(), 'log', name);

  it('each entry that a gateway writes fits the form of its kind', async () => {
    for (const change of [...(await exampleSeed()), ...records]) {
      const line = encodeLine({ n: 7, at, boot: 'b', up: 1 }, change).subarray(0, -1);
      const entry = decodeLine(line);
      expect(entry && misfitIn(entry), JSON.stringify(change)).to.equal(undefined);
    }
  });

  it('a line with the right CRC that is no entry, or has another number inside, is an entry that nothing reads', () => {
    const bodies = [
      ['{"n":5,"at":1', '/at must be a time'],
      ['{"n":5,"at":"2026-11-21T08:00:00.000Z","boot":"b","up":1e999,"kind":"running","v":{}', '/up must be a finite'],
      ['{"n":5,"at":"2026-11-21T08:00:00.000Z","boot":"b","up":1,"kind":"running","v":{},"n":6', '/n is there twice'],
      ['{"n":5,noise', ' must be an object'],
    ] as const;
    for (const [body, wrong] of bodies) {
      const entry = decodeLine(appendCrc(body).subarray(0, -1));
      expect(entry).to.have.property('n', 5);
      expect(entry && misfitIn(entry)?.wrong, body).to.include(wrong);
    }
    for (const body of ['{"n":-5', '{"n":99999999999999999', '[5'])
      expect(decodeLine(appendCrc(body).subarray(0, -1)), body).to.equal(undefined);
  });

  it('an entry of a kind or with a field that only a later version knows is left alone', () => {
    for (const change of [
      { kind: 'of-tomorrow', v: { anything: [1] } },
      { kind: 'device', v: { ...deviceOf('bus'), color: 'red' } },
    ]) {
      const entry = decodeLine(encodeLine({ n: 1, at, boot: 'b', up: 1 }, change).subarray(0, -1));
      expect(entry).to.deep.include(change);
    }
  });

  it('entries that do not fit are named, passed over, and kept in the log', async () => {
    const first = await openTestStore(folder(), { segmentBytes: 1_000_000 });
    await first.append([{ kind: 'device', v: deviceOf('bus') }, locationOf('bus', fixAt(1))]);
    await first.close();
    appendLines(folder(), [
      { kind: 'location', v: { deviceId: 'bus', location: null, source } },
      { kind: 'device', v: { ...deviceOf('van'), id: '../../van' } },
      locationOf('bus', fixAt(2)),
    ]);
    const store = await openTestStore(folder(), { segmentBytes: 100 });
    expect(store.status().losses).to.deep.equal([
      '000000000001.jsonl: entry 3 (location) is not used: /location must be an object; nor are 1 others of this file',
    ]);
    expect([...store.state.devices.keys()]).to.deep.equal(['bus']);
    expect(await everyLocation(store, 'bus')).to.deep.equal([fixAt(1), fixAt(2)]);
    await store.append([locationOf('bus', fixAt(3))]);
    await store.append([locationOf('bus', fixAt(4))]);
    const sorted = log('000000000001.sorted.jsonl');
    await eventually('the segment is sorted', () => existsSync(sorted) && !existsSync(log('000000000001.jsonl')));
    expect(await everyLocation(store, 'bus')).to.deep.equal([1, 2, 3, 4].map(fixAt));
    expect(readFileSync(sorted, 'utf8')).to.include('"location":null').and.include('../../van');
    await store.close();
    expect(await verifyIndex(join(folder(), 'log'), 1)).to.equal(null);
  });

  it('entries that do not fit, and records of another device, may lie anywhere in a sorted segment', async () => {
    const wrong = { kind: 'location', v: { deviceId: 'bus', location: {}, source } };
    const lines: readonly (readonly [number, { readonly kind: string; readonly v: unknown }])[] = [
      [1, wrong],
      [2, locationOf('bus', fixAt(1))],
      [3, wrong],
      [4, locationOf('van', fixAt(2))],
      [5, locationOf('bus', fixAt(3))],
      [6, wrong],
      [7, { kind: 'device', v: deviceOf('bus') }],
      [8, wrong],
    ];
    mkdirSync(join(folder(), 'log'));
    const bytes = lines.map(([n, change]) => encodeLine({ n, at, boot: 'b', up: n }, change));
    writeFileSync(log('000000000001.sorted.jsonl'), Buffer.concat(bytes));
    for (const isFirst of [true, false]) {
      const store = await openTestStore(folder());
      expect(store.status().losses, String(isFirst)).to.have.length(isFirst ? 1 : 0);
      expect(await everyLocation(store, 'bus')).to.deep.equal([fixAt(1), fixAt(3)]);
      expect(await everyLocation(store, 'van')).to.deep.equal([fixAt(2)]);
      const page = await store.history.readArrivals({ after: 0, until: 8, limit: 100, wants: () => true });
      expect(page.entries.map(({ n }) => n)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
      await store.close();
    }
  });

  it('a number far from those of its segment does not take the memory of the numbers between', async () => {
    const first = await openTestStore(folder(), { segmentBytes: 1_000_000 });
    await first.append([locationOf('bus', fixAt(1))]);
    await first.close();
    const path = log('000000000001.jsonl');
    const far = encodeLine({ n: 900_000_000_000_000, at, boot: 'b', up: 1 }, locationOf('bus', fixAt(2)));
    writeFileSync(path, Buffer.concat([readFileSync(path), far]));
    const store = await openTestStore(folder(), { segmentBytes: 100 });
    expect(store.status().losses.join()).to.match(/000000000001\.jsonl: bytes \d+ to \d+ are damaged/);
    await store.append([locationOf('bus', fixAt(3))]);
    expect(store.state.n).to.be.below(100);
    expect(await everyLocation(store, 'bus')).to.deep.equal([fixAt(1), fixAt(3)]);
    await store.close();
  });

  it('what is read of any state has the form of its collection', async () => {
    const store = await openTestStore(folder());
    await store.append([...(await exampleSeed()), ...records]);
    await store.close();
    const text = verifyChecksum(readFileSync(join(folder(), 'state.json'), 'utf8'));
    const state = JSON.parse(text) as Record<string, Record<string, unknown> | null>;
    expect(Object.entries(parseState(text)).flatMap(([name, map]) => misfitsOf(name, map))).to.deep.equal([]);
    let kept = 0;
    for (const [name, stored] of Object.entries(state).filter(([one]) => one !== 'n' && one !== 'version')) {
      const [key, value] = Object.entries(stored ?? {})[0] ?? [];
      const forms = key === undefined ? [] : Array.from(hostileForms(value, 1), (form) => ({ ...stored, [key]: form }));
      for (const form of [...forms, ...hostileForms(stored, 0)]) {
        const read = parseState(JSON.stringify({ ...state, [name]: form }));
        const map: unknown = read[name as keyof typeof read];
        expect(misfitsOf(name, map), name).to.deep.equal([]);
        kept += map instanceof Map ? map.size : 0;
      }
    }
    expect(kept).to.be.above(100);
  });

  const misfitsOf = (name: string, map: unknown): string[] =>
    map instanceof Map
      ? [...(map as ReadonlyMap<string, unknown>)].flatMap(([key, value]) => formOfMap(name)(key, value) ?? [])
      : [];

  it('a value of the state that does not fit is named, and the file as it was is kept', async () => {
    const first = await openTestStore(folder());
    await first.append([
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
    ]);
    await first.close();
    const path = join(folder(), 'state.json');
    const state = JSON.parse(verifyChecksum(readFileSync(path, 'utf8'))) as { devices: Record<string, object> };
    const hostile = { ...state, devices: { ...state.devices, bus: { ...deviceOf('bus'), tags: [] } } };
    writeFileSync(path, appendChecksum(JSON.stringify(hostile)));
    const store = await openTestStore(folder());
    expect([...store.state.devices.keys()]).to.deep.equal(['van']);
    expect(store.status().losses.join()).to.match(
      /state\.json: devices\/bus is not used: \/tags must be an object; the file is kept as .*state\.json\.corrupt-/,
    );
    await store.close();
    const copy = readdirSync(folder()).find((name) => name.startsWith('state.json.corrupt-')) ?? '';
    expect(readFileSync(join(folder(), copy), 'utf8')).to.equal(appendChecksum(JSON.stringify(hostile)));
  });
});

describe('a gateway with a store that another program has changed', () => {
  const app = useApp({ config: exampleConfig, seed: exampleSeed });
  /** An answer may have a stored text that is longer than the API takes today. */
  const get = async (address: string): Promise<{ readonly status: number; readonly text: string }> => {
    const headers = { Authorization: `Bearer ${app.admin().token}` };
    const answer = await fetch(`${app.url()}${address}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };

  it('it starts, and no call of the API fails, whatever the entries have', async function () {
    this.timeout(60_000);
    await app.stop();
    const changes = hostileChanges([...(await exampleSeed()), ...records]);
    expect(changes.length).to.be.above(5_000);
    appendLines(app.data(), changes);
    await app.restart();
    const reads = routes({} as RouteServices).filter(({ method }) => method === 'get');
    expect(reads.length).to.be.above(50);
    let answered = 0;
    for (const row of reads.filter((one) => !isEndless(one))) {
      const { status, text } = await get(exampleOf(row).address);
      expect(status, `${nameOf(row)} ${text.slice(0, 500)}`).to.be.below(500);
      answered += status === 200 ? 1 : 0;
      expect(text).not.to.include('jwtSecret');
    }
    expect(answered).to.be.above(40);
    const health = await get('/api/health?detail=full');
    expect(health.text).to.match(/entry \d+ \([a-z-]+\) is not used: .*; nor are \d+ others of this file/);
  });
});

const isEndless = (row: Route): boolean => /events|log|bundle|capture|backup|connections/.test(row.path);
