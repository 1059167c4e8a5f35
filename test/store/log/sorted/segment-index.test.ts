import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { appendCrc } from '../../../../src/store/log/entry-codec.js';
import { readIndex } from '../../../../src/store/log/sorted/segment-index.js';
import { verifyIndex } from '../../../../src/store/log/sorted/sorted-segment.js';
import { eventually } from '../../../support/gateway/eventually.js';
import { useFolder } from '../../../support/store/folder.js';
import { fixAt, locationOf } from '../../../support/store/records.js';
import { everyLocation, openTestStore } from '../../../support/store/store.js';

const DEVICES = 100;
const devices = Array.from({ length: DEVICES }, (_, device) => `bus-${device}`);

describe('the index of a segment with many streams', () => {
  const folder = useFolder();
  const log = (): string => join(folder(), 'log');
  const pathOf = (name: string): string => join(log(), name);
  const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8');

  /** Fills closed segments; returns the name of the first index. */
  async function fill(): Promise<string> {
    const store = await openTestStore(folder(), { segmentBytes: 30_000 });
    for (let second = 0; second < 3; second += 1)
      await store.append(devices.map((device) => locationOf(device, fixAt(second))));
    await store.close();
    return (await readdir(log())).find((name) => name.endsWith('.index.json')) ?? '';
  }

  async function expectComplete(): Promise<void> {
    const store = await openTestStore(folder());
    for (const device of ['bus-0', 'bus-57', 'bus-99'])
      expect(await everyLocation(store, device)).to.deep.equal([0, 1, 2].map(fixAt));
    expect(store.status().losses).to.deep.equal([]);
    await store.close();
  }

  /** The text of the index in the form of previous versions. */
  async function previousForm(name: string): Promise<string> {
    const { first, size } = JSON.parse(textOf(name)) as { first: number; size: number };
    const index = await readIndex(log(), first, size);
    if (index === undefined) throw new Error('the index is not valid');
    const streams = Object.fromEntries(index.streams.entries());
    return appendCrc(JSON.stringify({ ...index, version: 1, streams }).slice(0, -1)).toString();
  }

  it('a start answers from columns, and check finds nothing wrong with them', async () => {
    const name = await fill();
    expect(textOf(name)).to.match(/^\{"version":2,/);
    await expectComplete();
    expect(await verifyIndex(log(), Number.parseInt(name, 10))).to.equal(null);
  });

  it('an index of a previous version serves at once, and is written again in the new form', async () => {
    const name = await fill();
    const renewed = textOf(name);
    writeFileSync(pathOf(name), await previousForm(name));
    expect(await verifyIndex(log(), Number.parseInt(name, 10))).to.equal(null);
    const store = await openTestStore(folder());
    expect(await everyLocation(store, 'bus-57')).to.deep.equal([0, 1, 2].map(fixAt));
    await eventually('the index is written again', () => textOf(name) === renewed);
    await store.close();
  });

  it('a changed bit or a column that does not fit is a damaged index: it is made again', async () => {
    const name = await fill();
    const good = textOf(name);
    const changes: readonly ((text: string) => string)[] = [
      (text) => text.replace('"base64":"', '"base64":"A'),
      (text) => appendCrc(text.slice(0, text.lastIndexOf(',"crc"')).replace('"base64":"', '"base64":"AAAA')).toString(),
      (text) => appendCrc(text.slice(0, text.lastIndexOf(',"crc"')).replace('bus-57 ', '')).toString(),
    ];
    for (const change of changes) {
      writeFileSync(pathOf(name), change(good));
      expect(textOf(name)).to.not.equal(good);
      await expectComplete();
      expect(textOf(name)).to.equal(good);
    }
  });
});
