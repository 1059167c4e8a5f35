import { expect } from 'chai';
import { createHealthPoller } from '../../../src/web/live/health-poller.js';
import { createTestBrowserClock } from '../support.js';

const health = { status: 'ok', version: '1.2.3' } as const;

describe('the health poller', () => {
  it('health is read soon after the start and every 15 seconds, and the last result is dropped at the stop', async () => {
    const clock = createTestBrowserClock();
    const requests: string[] = [];
    const poller = createHealthPoller(
      {
        get(path) {
          requests.push(path);
          return Promise.resolve({ ok: true, value: health as never });
        },
      },
      clock,
    );
    poller.start();
    expect(requests).to.deep.equal([]);
    clock.advance(2_000);
    clock.advance(15_000);
    expect(requests).to.deep.equal(['/api/health', '/api/health']);
    await poller.read();
    expect(poller.result.value).to.deep.equal({ ok: true, value: health });
    const late = poller.read();
    poller.stop();
    await late;
    expect(poller.result.value).to.equal(undefined);
    clock.advance(120_000);
    expect(requests).to.have.lengthOf(4);
  });
});
