import { expect } from 'chai';
import type { DeviceAlertView } from '../../../src/schema/records/alert.js';
import type { ApiResult } from '../../../src/web/api/client.js';
import { createAttentionStore } from '../../../src/web/attention/attention-store.js';
import { groupAlerts } from '../../../src/web/attention/group-alerts.js';
import { NOT_NOTIFIED } from '../../support/channels/not-notified.js';
import { createTestBrowserClock } from '../support.js';

const at = '2026-11-22T08:00:00.000Z';
const alertOf = (id: number, own: Partial<DeviceAlertView> = {}): DeviceAlertView => ({
  ...{ id: String(id), deviceId: 'bus', dateTime: at, alerts: ['SOSButton'], attention: true },
  ...NOT_NOTIFIED,
  ...own,
});
const acknowledged = { by: { id: 'u', name: 'Ana' }, at, note: 'called' };
const unreachable = { ok: false, code: 'unreachable', text: '' } as const;

/** A store whose requests the test answers. */
function open() {
  const clock = createTestBrowserClock();
  const listeners = new Map<string, (data: never) => void>();
  const reads: ((result: ApiResult<never>) => void)[] = [];
  const sent: string[] = [];
  let answer: ApiResult<unknown> = unreachable;
  let raised = 0;
  const store = createAttentionStore({
    api: {
      get: () =>
        new Promise((resolve) => {
          reads.push(resolve);
        }),
      send: (_method, path, body) => {
        sent.push(`${path} ${JSON.stringify(body)}`);
        return Promise.resolve(answer as ApiResult<never>);
      },
    },
    feed: {
      on(type, listener) {
        listeners.set(type, listener as unknown as (data: never) => void);
        return () => listeners.delete(type);
      },
    },
    clock,
  });
  store.onRaised(() => (raised += 1));
  const emit = (type: string, data: unknown): void => listeners.get(type)?.(data as never);
  /** The feed begins with a gap. */
  const start = (): (() => void) => {
    const stop = store.start();
    emit('gap', {});
    return stop;
  };
  return {
    store,
    start,
    clock,
    sent,
    reads: () => reads.length,
    raised: () => raised,
    emit,
    receive: ({ deviceId, ...alert }: DeviceAlertView): void => {
      emit('alert', { deviceId, alert });
    },
    answerWith: (result: ApiResult<unknown>) => (answer = result),
    /** answers the oldest request */
    respond: async (result: ApiResult<unknown>): Promise<void> => {
      reads.shift()?.(result as ApiResult<never>);
      await Promise.resolve();
      await Promise.resolve();
    },
    list: (...alerts: DeviceAlertView[]) => ({ ok: true, value: { alerts } }) as const,
    ids: () => store.alerts.value.map(({ id }) => id),
  };
}

describe('the alerts that need a person', () => {
  it('an alert that is raised comes first and has a tone; one that needs no person is not shown', async () => {
    const { store, start, respond, list, receive, ids, raised } = open();
    start();
    await respond(list(alertOf(5), alertOf(3, { deviceId: 'van' })));
    expect([ids(), raised()]).to.deep.equal([['5', '3'], 0]);
    receive(alertOf(6, { alerts: ['IgnitionOn'], attention: false }));
    receive(alertOf(7));
    receive(alertOf(7));
    expect([ids(), raised()]).to.deep.equal([['7', '5', '3'], 1]);
    expect([...store.deviceIds.value]).to.deep.equal(['bus', 'van']);
    receive(alertOf(5, { acknowledged }));
    receive(alertOf(7, { acknowledged }));
    expect([ids(), raised()]).to.deep.equal([['3'], 1]);
    expect([...store.deviceIds.value]).to.deep.equal(['van']);
  });

  it('a response that is older than an event does not undo it', async () => {
    const { start, respond, list, receive, ids } = open();
    start();
    receive(alertOf(9));
    receive(alertOf(5, { acknowledged }));
    await respond(list(alertOf(5), alertOf(3)));
    expect(ids()).to.deep.equal(['9', '3']);
  });

  it('they are read again after a gap and a failure, and gone after sign-out', async () => {
    const { start, respond, list, clock, reads, emit, ids } = open();
    const stop = start();
    await respond(unreachable);
    clock.advance(5_000);
    await respond(list(alertOf(1)));
    emit('gap', { from: 1, to: 2 });
    expect(reads()).to.equal(1);
    stop();
    await respond(list(alertOf(2)));
    expect(ids()).to.deep.equal([]);
    clock.advance(60_000);
    expect(reads()).to.equal(0);
  });

  it('alerts are read after 2 s without a feed', () => {
    const { store, clock, reads } = open();
    store.start();
    expect(reads()).to.equal(0);
    clock.advance(2_000);
    expect(reads()).to.equal(1);
  });

  it('an acknowledgement removes the alert at once, and a failure leaves it', async () => {
    const { store, start, respond, list, sent, ids, answerWith } = open();
    start();
    await respond(list(alertOf(2), alertOf(1)));
    expect(await store.acknowledge(['2'], 'called')).to.equal(unreachable);
    expect(ids()).to.deep.equal(['2', '1']);
    answerWith({ ok: true, value: { alert: alertOf(2, { acknowledged }) } });
    expect(await store.acknowledge(['2'], 'called')).to.equal(undefined);
    expect(ids()).to.deep.equal(['1']);
    expect(sent[0]).to.equal('/api/alerts/2/acknowledge {"note":"called"}');
  });
});

describe('groupAlerts', () => {
  it('repeats of one alert of one device are one group, the newest first', () => {
    const groups = groupAlerts([
      alertOf(9),
      alertOf(8, { deviceId: 'van' }),
      alertOf(7, { alerts: ['Crash'] }),
      alertOf(6),
    ]);
    expect(groups.map(({ newest, ids }) => [newest.id, ids])).to.deep.equal([
      ['9', ['9', '6']],
      ['8', ['8']],
      ['7', ['7']],
    ]);
  });
});
