import { expect } from 'chai';
import type { Api } from '../../../src/web/api/client.js';
import { DETAIL_FIELDS, LIMIT_FIELDS } from '../../../src/web/device-form/device-fields.js';
import { newDevice } from '../../../src/web/device-form/new-device.js';
import { followDevice, saveDevice, startEdits } from '../../../src/web/device-form/save-device.js';
import { deviceView } from '../support.js';

describe('saving a device', () => {
  const fields = { ...DETAIL_FIELDS, ...LIMIT_FIELDS };
  const device = deviceView('van-1', { name: 'Van', expires: '2026-11-22T08:00:00.123Z' });
  const edits = startEdits(fields, device);
  const type = (texts: Readonly<Record<string, string>>) => ({ ...edits, typed: { ...edits.typed, ...texts } });

  function apiWith(answer: object): { readonly api: Pick<Api, 'send'>; readonly bodies: unknown[] } {
    const bodies: unknown[] = [];
    const send = (_method: string, _path: string, body: unknown) => {
      bodies.push(body);
      return Promise.resolve(answer);
    };
    return { api: { send: send as Api['send'] }, bodies };
  }

  it('only changed fields are written, each with a test of the value that the user has seen', async () => {
    const { api, bodies } = apiWith({ ok: true, value: { device } });
    await saveDevice(api, 'van-1', fields, type({ tags: 'plate = 12', dailySmsLimit: '7', expires: '' }));
    expect(bodies).to.deep.equal([
      [
        { op: 'test', path: '/tags', value: {} },
        { op: 'replace', path: '/tags', value: { plate: '12' } },
        { op: 'test', path: '/expires', value: '2026-11-22T08:00:00.123Z' },
        { op: 'replace', path: '/expires', value: null },
        { op: 'test', path: '/limits/dailySmsLimit', value: null },
        { op: 'replace', path: '/limits/dailySmsLimit', value: 7 },
      ],
    ]);
  });

  it('nothing is sent where nothing was changed', async () => {
    const { api, bodies } = apiWith({ ok: true, value: { device } });
    expect(await saveDevice(api, 'van-1', fields, edits)).to.equal(undefined);
    expect(bodies).to.deep.equal([]);
  });

  it('a failed test is distinguished from other conflicts', async () => {
    const failed = {
      ok: false,
      code: 'conflict',
      text: '/0: the test of /name failed',
      message: { id: 'patch.testFailed', values: { path: '/name' } },
    };
    const changed = type({ name: 'Bus' });
    expect(await saveDevice(apiWith(failed).api, 'van-1', fields, changed)).to.include({ code: 'changed_meanwhile' });
    const other = { ok: false, code: 'conflict', text: 'something else' };
    expect(await saveDevice(apiWith(other).api, 'van-1', fields, changed)).to.deep.equal(other);
  });

  it('a form in conflict tests the old value until the user accepts the new one', async () => {
    const theirs = { ...device, name: 'Theirs' };
    const { edits: refused } = followDevice(fields, type({ name: 'Mine' }), theirs);
    expect(refused.values.name).to.equal('Van');
    const { edits: accepted, conflicts } = followDevice(fields, refused, theirs, true);
    expect(conflicts).to.deep.equal(['name']);
    const { api, bodies } = apiWith({ ok: true, value: { device } });
    await saveDevice(api, 'van-1', fields, accepted);
    expect(bodies).to.deep.equal([
      [
        { op: 'test', path: '/name', value: 'Theirs' },
        { op: 'replace', path: '/name', value: 'Mine' },
      ],
    ]);
  });

  it('a new device has only the fields that were filled in', () => {
    const typed = { name: ' Van ', tags: '', dailyEmailLimit: '0', expires: '' };
    expect(newDevice(' van-2 ', fields, typed)).to.deep.equal({
      id: 'van-2',
      name: 'Van',
      limits: { dailyEmailLimit: 0 },
    });
  });
});
