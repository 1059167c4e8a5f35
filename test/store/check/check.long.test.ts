import { readFileSync, writeFileSync, unlinkSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BOUNDS } from '../../../src/domain/bounds.js';
import { messageOf } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { checkFolder } from '../../../src/store/check/check.js';
import type { Group } from '../../../src/schema/devices/group.js';
import type { MovedExcess } from '../../../src/store/check/excess.js';
import { openReadonlyStore } from '../../../src/store/check/readonly-store.js';
import { repairFolder } from '../../../src/store/check/repair.js';
import type { StoreOptions } from '../../../src/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { templateOf } from '../../support/provisioning/provisioning.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { everyLocation, openTestStore } from '../../support/store/store.js';
import { alertRuleOf } from '../../support/store/zones.js';

const WRITTEN_AT = '2026-11-20T08:00:00.000Z';

describe('checkFolder', () => {
  const folder = useFolder();
  const inLog = (name: string): string => join(folder(), 'log', name);
  const repair = (own: Partial<StoreOptions> = {}): Promise<MovedExcess | null> =>
    repairFolder({
      folder: folder(),
      clock: createTestClock(),
      logger: silentLogger,
      segmentBytes: 4096,
      snapshotBytes: 10_000,
      retention: { days: 0, bytes: 0 },
      ...own,
    });
  const findings = async (): Promise<string[]> =>
    (await checkFolder(folder())).findings.map(({ weight, what }) => `${weight}: ${what}`);
  const content = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder(), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'lock')
        .map((entry) => [
          join(entry.parentPath, entry.name),
          readFileSync(join(entry.parentPath, entry.name), 'latin1'),
        ]),
    );

  beforeEach(async () => {
    const store = await openTestStore(folder());
    for (let second = 0; second < 60; second++) await store.append([locationOf('bus', fixAt(second))]);
    await store.close();
  });

  it('an intact folder has no findings, and entries and segments are counted', async () => {
    expect(await checkFolder(folder())).to.deep.equal({
      entries: 60,
      segments: 4,
      latestTrustedTime: '2026-11-21T08:00:00.000Z',
      findings: [],
    });
  });

  it('a check changes nothing, whatever it finds', async () => {
    writeFileSync(join(folder(), 'state.json'), 'x');
    writeFileSync(inLog('000000000001.index.json'), 'x');
    const before = content();
    expect(await findings()).to.not.be.empty;
    expect(content()).to.deep.equal(before);
  });

  it('a gateway that sorts, snapshots and drops segments during the check causes no findings', async () => {
    const store = await openTestStore(folder(), { snapshotBytes: 5_000, retention: { days: 0, bytes: 40_000 } });
    let second = 60;
    const looking = new AbortController();
    const writing = (async () => {
      while (!looking.signal.aborted) await store.append([locationOf('bus', fixAt(second++))]);
    })();
    try {
      for (let look = 0; look < 25 || second < 400; look++) {
        expect((await checkFolder(folder())).findings).to.deep.equal([]);
        const reader = await openReadonlyStore(folder());
        expect(reader.losses).to.deep.equal([]);
        const found = await everyLocation(reader, 'bus').catch((error: unknown) => messageOf(error));
        if (typeof found === 'string') expect(found).to.match(/^the gateway dropped old history/);
        else expect(found).to.not.be.empty;
        await reader.close();
      }
    } finally {
      looking.abort();
      await writing;
      await store.close();
    }
  });

  it('a file that a write left incomplete is reported with the time of the write, and repair removes it', async () => {
    const path = join(folder(), 'state.json.tmp');
    writeFileSync(path, 'x', { mode: 0o600 });
    utimesSync(path, new Date(WRITTEN_AT), new Date(WRITTEN_AT));
    expect(await findings()).to.deep.equal([`note: incomplete file of a write interrupted at ${WRITTEN_AT}`]);
    await repair();
    expect(await findings()).to.deep.equal([]);
  });

  it('a damaged snapshot is reported, and repair saves it as corrupt', async () => {
    writeFileSync(join(folder(), 'state.json'), 'x', { mode: 0o600 });
    expect(await findings()).to.deep.equal(['fault: wrong checksum']);
    await repair();
    expect(await findings()).to.deep.equal(['note: bytes saved as corrupt']);
  });

  it('a missing or wrong index is reported, and repair rebuilds it', async () => {
    unlinkSync(inLog('000000000001.index.json'));
    const others = readdirSync(join(folder(), 'log')).filter((name) => name.endsWith('.index.json'));
    const other = inLog(others.at(-1) ?? '');
    writeFileSync(other, readFileSync(other, 'utf8').replace('"count":', '"count":1'));
    expect((await findings()).filter((text) => text.includes('the index'))).to.have.length(2);
    await repair();
    expect(await findings()).to.deep.equal([]);
  });

  it('damaged lines in closed segments are reported, and repair saves them as corrupt', async () => {
    const path = inLog('000000000001.sorted.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"n":3,', '"n":4,'));
    expect((await findings()).join()).to.match(/loss: bytes \d+ to \d+ are damaged/);
    await repair();
    expect((await findings()).join())
      .to.match(/note: bytes saved as corrupt/)
      .and.to.match(/loss: .*missing/);
    const store = await openTestStore(folder());
    expect(await everyLocation(store, 'bus')).to.deep.equal(
      Array.from({ length: 60 }, (_, second) => second)
        .filter((second) => second !== 2)
        .map(fixAt),
    );
    await store.close();
  });

  it('repair moves any number of entries that exceed a bound', async () => {
    const count = 150_000;
    const store = await openTestStore(folder(), { segmentBytes: 8_000_000 });
    const templates = store.state.templates as Map<string, unknown>;
    for (let i = 0; i < count; i++) templates.set(`t${i}`, templateOf({ id: `t${i}` }));
    await store.append([locationOf('bus', fixAt(60))]);
    await store.close();
    const moved = await repair({ segmentBytes: 8_000_000, snapshotBytes: 8_000_000 });
    expect(moved?.counts).to.deep.equal({ templates: count - BOUNDS.templates.max });
  });

  it('alert rules stay without the groups that repair moves out', async () => {
    const store = await openTestStore(folder());
    const groups = store.state.groups as Map<string, Group>;
    const stamps = { creation: '2026-11-21T08:00:00.000Z', lastModified: '2026-11-21T08:00:00.000Z' };
    for (let index = 0; index <= BOUNDS.groups.max; index++)
      groups.set(`g${index}`, { id: `g${index}`, name: `Group ${index}`, description: '', devices: [], ...stamps });
    const rule = { ...alertRuleOf('rule'), all: false, groups: ['g0', `g${BOUNDS.groups.max}`] };
    await store.append([{ kind: 'alert-rule', v: rule }]);
    await store.close();
    expect((await repair())?.counts).to.deep.equal({ groups: 1 });
    const repaired = await openTestStore(folder());
    expect(repaired.state.alertRules.get('rule')?.groups).to.deep.equal(['g0']);
    await repaired.close();
  });

  it('repair is refused while a gateway uses the folder', async () => {
    const store = await openTestStore(folder());
    const refused = await repair().catch((error: unknown) => String(error));
    expect(refused).to.match(/in use by another Waypost/);
    await store.close();
  });
});
