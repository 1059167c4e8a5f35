import { expect } from 'chai';
import { checkHistory } from '../../../src/cli/check/history.js';
import { checkFolder } from '../../../src/store/check/check.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf, locationOf, longFixAt } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

const SINCE = Date.parse('2026-11-01T00:00:00Z');
const retention = { days: 365, bytes: 1_000_000, uplinkBytes: 0 };

describe('the check of history', () => {
  const folder = useFolder();

  it('history that ends early is a warning that names what takes the room', () => {
    const reach = { since: SINCE, endsEarly: true, largest: { deviceId: 'bus', share: 0.62 }, others: 0.04 };
    expect(checkHistory(reach, retention)).to.deep.equal([
      {
        area: 'store',
        state: 'warning',
        what:
          'history goes back to 2026-11-01T00:00:00.000Z, less than 365 days (store.retention.days): ' +
          'store.retention.bytes is used up; device bus takes the most, 62 % of the log, 4 % are neither locations nor alerts',
        remedy:
          'raise store.retention.bytes if the disk has room, or thin out the records of that device with an interval for its port',
      },
    ]);
  });

  it('history that does not end early is stated, and none is not', () => {
    const reach = { since: SINCE, endsEarly: false, largest: null, others: 0 };
    expect(checkHistory(reach, retention)).to.deep.equal([
      { area: 'store', state: 'ok', what: 'history goes back to 2026-11-01T00:00:00.000Z', remedy: null },
    ]);
    expect(checkHistory({ ...reach, since: null }, retention)).to.deep.equal([]);
    expect(checkHistory(undefined, retention)).to.deep.equal([]);
  });

  it('the check of a folder finds how far history reaches and the device that takes the most', async () => {
    const limits = { retention: { days: 365, bytes: 60_000 }, segmentBytes: 4_096 };
    const store = await openTestStore(folder(), { ...limits, snapshotBytes: 8_192 });
    await store.append([{ kind: 'device', v: deviceOf('bus') }]);
    let second = 0;
    await eventually('retention drops segments', async () => {
      await store.append([locationOf('bus', longFixAt(second++))]);
      return (store.history.firstNumber() ?? 1) > 1;
    });
    const { since, ...reach } = store.reach();
    const now = (since ?? 0) + 86_400_000;
    await store.close();
    expect(reach.endsEarly).to.equal(true);
    const checked = await checkFolder(folder(), { limits: { ...limits, now } });
    expect(checked.findings).to.deep.equal([]);
    expect(checked.reach).to.deep.include({ since, endsEarly: true });
    expect(checked.reach?.largest?.deviceId).to.equal('bus');
    expect((await checkFolder(folder())).reach).to.equal(undefined);
  });
});
