import { expect } from 'chai';
import type { ChangeView } from '../../../../src/schema/changes/change.js';
import { queryOfChanges, readChanges, ROWS, type ChangesPage } from '../../../../src/web/pages/changes/read-changes.js';

const change = (n: number): ChangeView => ({
  ...{ n, at: '2026-11-26T14:02:00.000Z', kind: 'device', action: 'created', subject: null, by: null },
  ...{ before: null, after: null, secrets: [] },
});

/** Answers with these pages in order, and keeps the queries. */
function stubApi(pages: readonly ChangesPage[]) {
  const queries: URLSearchParams[] = [];
  return {
    queries,
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- As in the API.
    get: <T>(path: string) => {
      queries.push(new URLSearchParams(path.split('?')[1]));
      return Promise.resolve({ ok: true, value: pages[queries.length - 1] as T } as const);
    },
  };
}

describe('reading changes', () => {
  const since = '2026-01-01T00:00:00.000Z';

  it('empty pages are passed over until there are enough changes or none are left', async () => {
    const api = stubApi([
      { changes: [], since, next: '50' },
      { changes: [change(40), change(30)], since, next: '30' },
      { changes: [change(20)], since },
    ]);
    const result = await readChanges(api, 'kind=device', undefined);
    expect(result).to.deep.equal({
      ok: true,
      value: { changes: [change(40), change(30), change(20)], since, next: undefined },
    });
    expect(api.queries.map((query) => query.get('cursor'))).to.deep.equal([null, '50', '30']);
    expect(api.queries.map((query) => query.get('limit'))).to.deep.equal([ROWS, ROWS, ROWS - 2].map(String));
    expect(api.queries.every((query) => query.get('kind') === 'device')).to.equal(true);
  });

  it('a search that finds nothing stops after some pages, and can go on from there', async () => {
    const api = stubApi(Array.from({ length: 100 }, (_, page) => ({ changes: [], since, next: String(1_000 - page) })));
    const result = await readChanges(api, '', '2000');
    expect(api.queries).to.have.lengthOf(20);
    expect(api.queries[0]?.get('cursor')).to.equal('2000');
    expect(result).to.deep.equal({ ok: true, value: { changes: [], since, next: '981' } });
  });

  it('a failure ends the reading', async () => {
    const failed = { ok: false, code: 'forbidden', text: '' } as const;
    expect(await readChanges({ get: () => Promise.resolve(failed) }, '', undefined)).to.equal(failed);
  });

  it('the query has the chosen filters, and no end if the range goes on', () => {
    const filter = { kind: 'device', by: '', subject: '/dev/ttyUSB0' };
    const open = queryOfChanges(filter, { from: 0, to: 1_000, isOpenEnded: true });
    expect(open).to.equal('from=1970-01-01T00%3A00%3A00.000Z&kind=device&subject=%2Fdev%2FttyUSB0');
    expect(queryOfChanges({ ...filter, kind: '', subject: '' }, { from: 0, to: 1_000 })).to.match(/&to=1970[^&]*$/);
  });
});
