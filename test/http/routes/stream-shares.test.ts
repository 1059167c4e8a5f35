import { expect } from 'chai';
import { MAX_EVENT_STREAMS } from '../../../src/services/events/feed.js';
import { signIn } from '../../support/api/client.js';
import { openEvents, type TestEventSource } from '../../support/api/event-source.js';
import { useApp } from '../../support/gateway/app.js';
import { eventually } from '../../support/gateway/eventually.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

describe('the streams of GET /api/events', () => {
  const app = useApp({ seed: () => usersWithKey(userOf('greedy')) });
  const opened: TestEventSource[] = [];
  after(() => {
    for (const source of opened) source.close();
  });

  it('a user who holds all of them keeps no other user from one', async () => {
    const { token } = await signIn(app.url(), { userName: 'greedy', apiKey: TEST_KEY });
    const open = async (by: string): Promise<TestEventSource> => {
      const source = await openEvents(app.url(), { token: by });
      opened.push(source);
      return source;
    };
    for (let index = 0; index < MAX_EVENT_STREAMS; index += 1) await open(token);
    expect((await open(token)).status).to.equal(429);
    const own = await open(app.admin().token);
    expect(own.status).to.equal(200);
    await eventually('the oldest stream has ended', () => opened[0]?.isOver() === true);
    expect(opened.filter(({ status, isOver }) => status === 200 && isOver())).to.have.lengthOf(1);
    expect((await open(token)).status).to.equal(429);
    expect(own.isOver()).to.equal(false);
  });
});
