import { expect } from 'chai';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { fixAt } from '../../support/store/records.js';

const range = (from: number, to: number): object => ({ from: fixAt(from).dateTime, to: fixAt(to).dateTime });
const seconds = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('a query for the locations of a range', () => {
  const app = useApp();
  const find = (body: object): Promise<Sent> => app.call('POST', '/api/devices/bus/locations', body);
  const found = async (body: object): Promise<unknown> => {
    const answer = await find(body);
    expectSuccess(answer);
    return answer.body.locations;
  };

  before(async () => {
    await app.call('POST', '/api/devices', { id: 'bus' });
    await app.call('POST', '/api/devices', { id: 'van' });
    await app.call('POST', '/api/devices/bus/locations', seconds(50, 99).map(fixAt));
    await app.call('POST', '/api/devices/bus/locations', seconds(0, 49).reverse().map(fixAt));
    await app.call(
      'POST',
      '/api/devices/van/locations',
      seconds(0, 9).map((second) => fixAt(second + 0.5)),
    );
  });

  it('locations of one device are sorted by time, in whatever order they arrived', async () => {
    const answer = await find(range(0, 99));
    expectSuccess(answer);
    expect(answer.body.locations).to.deep.equal(seconds(0, 99).map(fixAt));
    expect(answer.body).not.to.have.property('next');
  });

  it('both ends are inclusive', async () => {
    expect(await found(range(10, 12))).to.deep.equal(seconds(10, 12).map(fixAt));
    expect(await found(range(10, 10))).to.deep.equal([fixAt(10)]);
    expect(await found(range(10.001, 11.999))).to.deep.equal([fixAt(11)]);
    expect(await found(range(100, 200))).to.deep.equal([]);
  });

  it('the ends may be in any time zone', async () => {
    const zoned = { from: '2026-11-21T01:00:10+01:00', to: '2026-11-20T19:00:11-05:00' };
    expect(await found(zoned)).to.deep.equal([fixAt(10), fixAt(11)]);
  });

  it('pages follow each other without gap or overlap', async () => {
    for (const limit of [1, 7, 50, 100]) {
      const pages: unknown[][] = [];
      let cursor: unknown;
      do {
        const { body } = await find({ ...range(0, 99), limit, ...(cursor === undefined ? {} : { cursor }) });
        pages.push(body.locations as unknown[]);
        cursor = body.next;
      } while (cursor !== undefined);
      expect(pages.flat()).to.deep.equal(seconds(0, 99).map(fixAt));
      expect(pages).to.have.lengthOf(Math.ceil(100 / limit));
    }
  });

  it('a cursor remains valid when new locations arrive', async () => {
    await app.call('POST', '/api/devices', { id: 'tram' });
    const tram = (body: unknown): Promise<Sent> => app.call('POST', '/api/devices/tram/locations', body);
    await tram([fixAt(1), fixAt(3), fixAt(5)]);
    const first = await tram({ ...range(0, 9), limit: 2 });
    expect(first.body.locations).to.deep.equal([fixAt(1), fixAt(3)]);
    await tram([fixAt(2), fixAt(4)]);
    const second = await tram({ ...range(0, 9), limit: 2, cursor: first.body.next });
    expect(second.body.locations).to.deep.equal([fixAt(4), fixAt(5)]);
  });

  it('an invalid cursor is refused', async () => {
    for (const cursor of ['x', '', '!!!!', Buffer.from('1.2.3').toString('base64url')]) {
      expectFailure(await find({ ...range(0, 9), cursor }), 'validation_failed', /^\/cursor /);
    }
    expectFailure(await find({ ...range(0, 9), cursor: 'x'.repeat(65) }), 'validation_failed', /^\/cursor /);
    expectFailure(await find({ ...range(0, 9), cursor: 5 }), 'validation_failed', '/cursor must be string');
  });

  it('a range that is reversed, incomplete or without a time zone is refused', async () => {
    expectFailure(await find(range(10, 9)), 'validation_failed', '/from must not be later than /to');
    expectFailure(await find({ from: fixAt(1).dateTime }), 'validation_failed', '/to is missing');
    expectFailure(await find({ to: fixAt(1).dateTime }), 'validation_failed', '/from is missing');
    const local = { from: '2026-11-21T00:00:00', to: '2026-11-22T00:00:00' };
    expectFailure(await find(local), 'validation_failed', /^\/from must be an ISO 8601 time with its zone/);
  });

  it('invalid limits are refused', async () => {
    for (const limit of [0, -1, 1.5, 10_001, '5', true]) {
      expectFailure(await find({ ...range(0, 9), limit }), 'validation_failed', /^\/limit must be/);
    }
  });

  it('the result is the same after a restart', async () => {
    await app.change([]);
    expect(await found(range(0, 99))).to.deep.equal(seconds(0, 99).map(fixAt));
  });
});
