import { expect } from 'chai';
import { diskFull } from '../../support/store/gated-store.js';
import { groupOf } from '../../support/api/examples.js';
import { ruleOf } from '../../support/channels/messages.js';
import { deviceOf } from '../../support/store/records.js';
import { createTestOutbox } from '../../support/channels/test-outbox.js';

const MINUTE = 60_000;

describe('appendWithMessages', () => {
  const alarm = { kind: 'notification', v: ruleOf('alarm') } as const;
  const bus = { kind: 'device', v: deviceOf('bus') } as const;

  it('an alert and a message for every recipient of its rules are stored in one append', async () => {
    const { store, raise, all } = createTestOutbox();
    const rule = ruleOf('alarm', { emails: ['a@example.org', 'b@example.org'], phones: ['+34600000001'] });
    await store.append([bus, { kind: 'notification', v: rule }]);
    const kinds: string[][] = [];
    store.subscribe((entries) => {
      kinds.push(entries.map(({ kind }) => kind));
    });
    await raise('bus');
    expect(kinds).to.deep.equal([['alert', 'message', 'message', 'message', 'alert-series']]);
    expect(all().map(({ channel, to, state }) => [channel, to, state])).to.deep.equal([
      ['email', 'a@example.org', 'queued'],
      ['email', 'b@example.org', 'queued'],
      ['sms', '+34600000001', 'queued'],
    ]);
    expect(all()[0]?.cause).to.deep.equal({
      rule: 'alarm',
      alert: { dateTime: '2026-11-21T08:00:00.000Z', alerts: ['SOSButton'] },
    });
  });

  it('an alert is stored with the channels that notify someone, or without any', async () => {
    const { store, raise } = createTestOutbox();
    await store.append([bus, { kind: 'notification', v: ruleOf('alarm', { alerts: ['SOSButton'] }) }]);
    const notified: unknown[] = [];
    store.subscribe((entries) => {
      for (const entry of entries) if (entry.kind === 'alert') notified.push(entry.v.notified);
    });
    await raise('bus');
    await raise('bus');
    await raise('bus', 'BatteryLow');
    expect(notified).to.deep.equal([['email'], undefined, undefined]);
  });

  it('an alert matches an enabled rule by its name and by its device or group', async () => {
    const { store, raise, all } = createTestOutbox();
    await store.append([
      bus,
      { kind: 'device', v: deviceOf('van') },
      { kind: 'group', v: groupOf('north', ['van']) },
      { kind: 'notification', v: ruleOf('named', { alerts: ['SOSButton'], devices: ['bus'], emails: ['n@x.org'] }) },
      { kind: 'notification', v: ruleOf('grouped', { devices: [], groups: ['north'], emails: ['g@x.org'] }) },
      { kind: 'notification', v: ruleOf('off', { enabled: false }) },
    ]);
    await raise('bus');
    await raise('bus', 'BatteryLow');
    await raise('van', 'BatteryLow');
    expect(all().map(({ to, deviceId }) => `${to} of ${deviceId}`)).to.deep.equal(['n@x.org of bus', 'g@x.org of van']);
  });

  it('a recipient in several rules gets one message', async () => {
    const { store, raise, all } = createTestOutbox();
    await store.append([bus, alarm, { kind: 'notification', v: ruleOf('other') }]);
    await raise('bus');
    expect(all()).to.have.length(1);
  });

  it('a repeated alert notifies again after 2, 4, 8 … minutes, and is suppressed as repeat in between', async () => {
    const { store, raise, states, pass } = createTestOutbox();
    await store.append([bus, alarm]);
    const queuedAt: number[] = [];
    for (let minute = 0; minute <= 14; minute++) {
      await raise('bus');
      if (states().at(-1) === 'queued') queuedAt.push(minute);
      await pass(MINUTE);
    }
    expect(queuedAt).to.deep.equal([0, 2, 6, 14]);
    expect(states().filter((state) => state === 'suppressed (repeat)')).to.have.length(11);
  });

  it('another device, alert or rule has its own series', async () => {
    const { store, raise, states } = createTestOutbox();
    await store.append([bus, { kind: 'device', v: deviceOf('van') }, alarm]);
    await raise('bus');
    await raise('bus', 'BatteryLow');
    await raise('van');
    await store.append([{ kind: 'notification', v: ruleOf('later', { emails: ['later@example.org'] }) }]);
    await raise('bus');
    expect(states()).to.deep.equal(['queued', 'queued', 'queued', 'suppressed (repeat)', 'queued']);
  });

  it('an alert over the daily limit is suppressed and does not start a quiet interval', async () => {
    const { store, raise, states } = createTestOutbox();
    await store.append([{ kind: 'device', v: { ...deviceOf('bus'), dailyEmailLimit: 2 } }, alarm]);
    for (const name of ['A', 'B', 'C']) await raise('bus', name);
    expect(states()).to.deep.equal(['queued', 'queued', 'suppressed (limit_reached)']);
    await store.append([{ kind: 'device', v: { ...deviceOf('bus'), dailyEmailLimit: 3 } }]);
    await raise('bus', 'C');
    expect(states().at(-1)).to.equal('queued');
  });

  it('simultaneous alerts never queue more than the daily limit', async () => {
    const { store, raise, states } = createTestOutbox();
    await store.append([{ kind: 'device', v: { ...deviceOf('bus'), dailyEmailLimit: 5 } }, alarm]);
    await Promise.all(Array.from({ length: 20 }, (_, i) => raise('bus', `A${i}`)));
    expect(states().filter((state) => state === 'queued')).to.have.length(5);
    expect(states()).to.have.length(20);
  });

  it('two simultaneous alerts yield one queued message and one repeat', async () => {
    const { store, raise, states } = createTestOutbox();
    await store.append([bus, alarm]);
    await Promise.all([raise('bus'), raise('bus', 'SOSButton', { text: 'again' })]);
    expect(states()).to.deep.equal(['queued', 'suppressed (repeat)']);
  });

  it('alerts that wait for their turn are stored in it together, each with its messages in an append of its own', async () => {
    const { store, raise } = createTestOutbox();
    await store.append([bus, { kind: 'device', v: deviceOf('van') }, alarm]);
    const appends: string[] = [];
    store.subscribe((entries) => {
      appends.push(entries.map(({ kind }) => kind).join(' '));
    });
    const first = raise('bus');
    const others = [raise('van'), raise('bus', 'BatteryLow')];
    await first;
    expect(appends).to.deep.equal(Array.from({ length: 3 }, () => 'alert message alert-series'));
    await Promise.all(others);
    expect(appends).to.have.length(3);
  });

  it('an alert that could not be stored notifies when it is sent again', async () => {
    const { store, raise, states } = createTestOutbox();
    await store.append([bus, alarm]);
    store.refuse(diskFull());
    const refused = await raise('bus').catch((error: unknown) => error);
    expect(refused).to.be.an.instanceOf(Error);
    store.refuse();
    await raise('bus');
    expect(states()).to.deep.equal(['queued']);
  });

  it('thousands of invented names of one device are suppressed, and the first SOS of another device is not', async () => {
    const { store, raise, all } = createTestOutbox();
    await store.append([bus, { kind: 'device', v: deviceOf('hostile') }, alarm]);
    for (let i = 0; i < 3_000; i++) await raise('hostile', `A${i}`);
    await raise('bus');
    const ofHostile = all().filter(({ deviceId, state }) => deviceId === 'hostile' && state === 'queued');
    expect(ofHostile).to.have.length(33);
    expect(all().at(-1)).to.deep.include({ deviceId: 'bus', state: 'queued' });
    expect([...store.state.series.values()].filter(({ deviceId }) => deviceId === 'hostile')).to.have.length(33);
  });

  it('many names in one alert share a series as those of many alerts do', async () => {
    const { store, raise, states } = createTestOutbox();
    await store.append([bus, alarm]);
    const alerts = (from: number) => ({ alerts: Array.from({ length: 32 }, (_, i) => `A${from + i}`) });
    await raise('bus', '', alerts(0));
    await raise('bus', '', alerts(32));
    await raise('bus', '', alerts(64));
    expect(store.state.series.size).to.equal(33);
    expect(states()).to.deep.equal(['queued', 'queued', 'suppressed (repeat)']);
  });

  it('an alert over a port that has used up its budget of the log is stored, and so is a message that is sent', async () => {
    const { store, raise, states, useUpLog } = createTestOutbox();
    await store.append([bus, { kind: 'device', v: deviceOf('van') }, alarm]);
    await raise('bus');
    useUpLog();
    const kinds: string[] = [];
    store.subscribe((entries) => {
      kinds.push(...entries.map(({ kind }) => kind));
    });
    await raise('bus');
    expect(kinds).to.deep.equal(['alert']);
    await raise('van');
    expect(kinds).to.deep.equal(['alert', 'alert', 'message', 'alert-series']);
    expect(states()).to.deep.equal(['queued', 'queued']);
  });

  it('an alert whose recipients exceed the share of its device is suppressed, noted, and shows when it was', async () => {
    const { store, raise, all, refused, clock } = createTestOutbox();
    const emails = Array.from({ length: 50 }, (_, i) => `guard${i}@example.org`);
    await store.append([bus, { kind: 'notification', v: ruleOf('wide', { emails }) }]);
    for (let i = 0; i < 30; i++) await raise('bus', `A${i}`);
    const suppressed = all().filter(({ reason }) => reason === 'outbox_full');
    expect(suppressed.length).to.be.within(900, 1_200);
    const at = new Date(clock.now()).toISOString();
    expect(store.state.unsentAlerts).to.deep.equal({ count: suppressed.length, since: at, last: at, deviceId: 'bus' });
    expect(refused).to.have.length(suppressed.length);
    expect(refused[0]).to.deep.equal({ kind: 'outbox_full', deviceId: 'bus', rule: 'wide' });
  });

  it('an alert dated by the untrusted gateway clock has an unknown time in its text', async () => {
    const { store, raise, all, setQuality } = createTestOutbox({ start: '1970-01-01T00:00:10.000Z' });
    await store.append([bus, alarm]);
    setQuality('none');
    await raise('bus');
    await raise('bus', 'BatteryLow', { dateTime: '2026-11-21T03:00:00.000Z' });
    expect(all().map(({ text }) => /Raised: (.*)/.exec(text)?.[1])).to.deep.equal([
      'unknown: the gateway clock was not set',
      '2026-11-21 03:00:00 (UTC)',
    ]);
  });
});
