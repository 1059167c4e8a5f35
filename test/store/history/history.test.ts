import { expect } from 'chai';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

describe('subscribe', () => {
  const folder = useFolder();

  it('a listener is called with every append, after the fold and before the writer resumes, until it unsubscribes', async () => {
    const store = await openTestStore(folder());
    const received: string[] = [];
    const unsubscribe = store.subscribe((entries) => {
      received.push(`${entries.map(({ n }) => n).join()} of ${store.state.n}`);
    });
    const appends = [
      store.append([locationOf('bus', fixAt(1))]),
      store.append([locationOf('bus', fixAt(2)), locationOf('bus', fixAt(3))]),
    ].map((append) => append.then((entries) => received.push(`stored ${String(entries[0]?.n)}`)));
    await Promise.all(appends);
    expect(received.filter((one) => one.includes('of'))).to.deep.equal(['1 of 1', '2,3 of 3']);
    expect(received.indexOf('1 of 1')).to.be.lessThan(received.indexOf('stored 1'));
    unsubscribe();
    await store.append([locationOf('bus', fixAt(4))]);
    expect(received).to.have.lengthOf(4);
    await store.close();
  });
});
