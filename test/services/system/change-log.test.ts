import { expect } from 'chai';
import type { Change } from '../../../src/schema/entry.js';
import { withChangeLog } from '../../../src/services/system/change-log.js';
import type { ChangeCause, Store } from '../../../src/store/store.js';
import { groupOf } from '../../support/api/examples.js';
import { commandOf } from '../../support/channels/commands.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { deviceOf, fixAt, locationOf } from '../../support/store/records.js';
import { createTestClock } from '../../support/time/clock.js';

const ada = { type: 'user', id: 'u-ada', name: 'Ada', via: 'key', key: 'script', address: '10.0.0.1' } as const;

describe('withChangeLog', () => {
  /** The fields of the lines that these appends cause, without their author. */
  async function linesOf(...appends: readonly (readonly [readonly Change[], ChangeCause?])[]): Promise<object[]> {
    const lines: object[] = [];
    const info = (fields: object, text: string): void => {
      lines.push({ ...fields, text });
    };
    const memory = createMemoryStore(() => createTestClock());
    const store = withChangeLog(memory as unknown as Store, { info } as Parameters<typeof withChangeLog>[1]);
    for (const [changes, by] of appends) await store.append(changes, by);
    return lines;
  }

  it('each append with an author is one line with author, kind, action and subject', async () => {
    const by = 'Ada (key script, 10.0.0.1)';
    const group = groupOf('north');
    expect(
      await linesOf(
        [[{ kind: 'group', v: group }], ada],
        [[{ kind: 'group', v: { ...group, name: 'North' } }], ada],
        [[{ kind: 'command', v: commandOf('bus') }], ada],
        [[{ kind: 'group-removed', v: { id: 'north' } }], ada],
        [[{ kind: 'setting', v: { key: 'timeZone', value: 'UTC' } }], { type: 'configuration' }],
      ),
    ).to.deep.equal([
      { by, kind: 'group', action: 'set', subject: 'north', text: 'changed' },
      { by, kind: 'group', action: 'changed', subject: 'North', text: 'changed' },
      { by, kind: 'command', action: 'sent', subject: 'bus', text: 'changed' },
      { by, kind: 'group-removed', action: 'removed', subject: 'North', text: 'changed' },
      { by: 'the configuration', kind: 'setting', action: 'set', subject: 'timeZone', text: 'changed' },
    ]);
  });

  it('a list of 1,000 is one line with the first names', async () => {
    const all = Array.from({ length: 1_000 }, (_, at): Change => ({ kind: 'group', v: groupOf(`g${at}`) }));
    const [line] = await linesOf([all, ada]);
    expect(line).to.include({ subject: 'g0, g1, g2, g3, g4, g5, g6, g7, …', entries: 1_000 });
  });

  it('a change of the gateway or of a port, and a record, has no line', async () => {
    const device: Change = { kind: 'device', v: deviceOf('bus') };
    const record = locationOf('bus', fixAt(1));
    expect(await linesOf([[device]], [[device], { port: '/dev/ttyUSB0' }], [[record], ada])).to.deep.equal([]);
  });
});
