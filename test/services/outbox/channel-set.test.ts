import { expect } from 'chai';
import type { Channel } from '../../../src/channels/channel.js';
import { createChannelSet, type ChannelSet } from '../../../src/services/outbox/channel-set.js';

describe('the channels of the outbox', () => {
  let steps: string[];
  let running: Set<string>;
  let set: ChannelSet;

  const channel = (name: string): Channel => ({
    name: 'email',
    start() {
      steps.push(`${name} starts`);
      running.add(name);
    },
    async stop() {
      await Promise.resolve();
      steps.push(`${name} stops`);
      running.delete(name);
    },
    send: () => Promise.resolve({ outcome: 'sent', references: [] }),
    status: () => ({ state: 'ready', reason: name }),
    recovered: () => undefined,
  });
  const nameOf = (): string | null | undefined => set.get('email')?.status().reason;

  beforeEach(() => {
    steps = [];
    running = new Set();
    set = createChannelSet({ email: channel('first') }, () => undefined);
    set.start();
  });

  it('a channel is off from the request to replace it on, and the next one starts once it has stopped', async () => {
    const replaced = set.replace('email', () => Promise.resolve(channel('second')));
    expect(nameOf()).to.equal(undefined);
    expect(set.isConfigured('email')).to.equal(true);
    expect(set.statusOf('email')).to.deep.equal({ state: 'starting', reason: null });
    await replaced;
    expect(nameOf()).to.equal('second');
    expect(steps).to.deep.equal(['first starts', 'first stops', 'second starts']);
  });

  it('the newest of several requests counts, and the channels of the others never start', async () => {
    const same = (): Promise<Channel> => Promise.resolve(channel('other'));
    await Promise.all([
      ...[same, same, undefined].map((create) => set.replace('email', create)),
      set.replace('email', () => Promise.resolve(channel('last'))),
    ]);
    expect(nameOf()).to.equal('last');
    expect([...running]).to.deep.equal(['last']);
    await Promise.all([set.replace('email', same), set.replace('email', undefined)]);
    expect(set.isConfigured('email')).to.equal(false);
    expect([...running]).to.deep.equal([]);
  });

  it('the same request again stops the channel of the first', async () => {
    const same = (): Promise<Channel> => Promise.resolve(channel('same'));
    await set.replace('email', same);
    await Promise.all([set.replace('email', same), set.replace('email', same)]);
    expect(steps.filter((step) => step === 'same starts')).to.have.lengthOf(2);
    expect(steps.filter((step) => step === 'same stops')).to.have.lengthOf(1);
  });

  it('a channel that cannot be made leaves the place empty, and the next request fills it', async () => {
    const failed = set.replace('email', () => Promise.reject(new Error('no')));
    expect(await failed.catch((error: unknown) => String(error))).to.equal('Error: no');
    expect(nameOf()).to.equal(undefined);
    await set.replace('email', () => Promise.resolve(channel('next')));
    expect(nameOf()).to.equal('next');
  });

  it('a stop ends all, and what is still asked for never starts', async () => {
    const replaced = set.replace('email', () => Promise.resolve(channel('second')));
    await set.stop();
    await replaced;
    expect(steps).to.deep.equal(['first starts', 'first stops']);
  });
});
