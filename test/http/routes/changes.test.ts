import { expect } from 'chai';
import type { ChangeView } from '../../../src/schema/changes/change.js';
import { useApp } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { deviceOf } from '../../support/store/records.js';

describe('GET /api/changes', () => {
  const app = useApp({ seed: () => Promise.resolve([{ kind: 'device', v: deviceOf('old') }]) });
  const changes = async (query = ''): Promise<readonly ChangeView[]> => {
    const answer = await app.call('GET', `/api/changes${query}`);
    expectSuccess(answer);
    return answer.body.changes as readonly ChangeView[];
  };

  it('lists the changes of the last days, newest first, with the time of the oldest entry', async () => {
    await app.call('POST', '/api/devices', { id: 'bus', name: 'Bus 7' });
    await app.call('PUT', '/api/devices/bus', { name: 'Bus 8' });
    const answer = await app.call('GET', '/api/changes?kind=device&limit=2');
    expectSuccess(answer);
    const { changes: found, since, next } = answer.body as { changes: ChangeView[]; since: string; next: string };
    expect(found.map(({ kind, subject }) => [kind, subject?.id])).to.deep.equal([
      ['device', 'bus'],
      ['device', 'bus'],
    ]);
    expect(since).to.match(/^2026-11-21T08/);
    expect((await changes(`?kind=device&cursor=${next}`)).map(({ subject }) => subject?.id)).to.deep.equal(['old']);
  });

  it('a wrong query is refused with its field', async () => {
    for (const [query, field] of [
      ['kind=cars', '/kind'],
      ['by=a%20b', '/by'],
      ['limit=201', '/limit'],
      ['cursor=x', '/cursor'],
      ['from=yesterday', '/from'],
      ['size=5', '/size'],
    ]) {
      const answer = await app.call('GET', `/api/changes?${query}`);
      expectFailure(answer, 'validation_failed');
      expect(answer.body.error).to.contain(field === '/size' ? 'size' : field);
    }
  });

  it('a change stays after a restart, and so does the cursor', async () => {
    const before = await changes();
    await app.restart();
    const after = await changes('?limit=200');
    expect(after.filter(({ n }) => n <= (before[0]?.n ?? 0))).to.deep.equal(before);
  });
});
