import { signal } from '@preact/signals';
import { expect } from 'chai';
import type { DeviceAlertView } from '../../../src/schema/records/alert.js';
import { REPEAT_MS, startAlertTone } from '../../../src/web/attention/alert-tone.js';
import type { SoundChoice } from '../../../src/web/attention/tone.js';
import { NOT_NOTIFIED } from '../../support/channels/not-notified.js';
import { createTestBrowserClock } from '../support.js';

const alertOf = (id: string): DeviceAlertView => ({
  ...{ id, deviceId: 'bus', dateTime: '2026-11-22T08:00:00.000Z', alerts: ['SOSButton'], attention: true },
  ...NOT_NOTIFIED,
});

describe('the tone of unacknowledged alerts', () => {
  function open() {
    const clock = createTestBrowserClock();
    const alerts = signal<readonly DeviceAlertView[]>([]);
    const wanted = signal<SoundChoice>('on');
    const listeners = new Set<() => void>();
    let played = 0;
    const stop = startAlertTone({
      attention: {
        alerts,
        onRaised(listener) {
          listeners.add(listener);
          return () => {
            listeners.delete(listener);
          };
        },
      },
      tone: { wanted, play: () => (played += 1) },
      clock,
    });
    return {
      alerts,
      wanted,
      stop,
      advance: (ms: number): void => {
        clock.advance(ms);
      },
      played: () => played,
      raise: (id: string): void => {
        alerts.value = [alertOf(id), ...alerts.value];
        for (const listener of listeners) listener();
      },
    };
  }

  it('the tone repeats every 30 s until the last alert is acknowledged', () => {
    const { alerts, raise, advance, played } = open();
    raise('1');
    raise('2');
    expect(played()).to.equal(2);
    for (let round = 0; round < 3; round++) advance(REPEAT_MS);
    expect(played()).to.equal(5);
    alerts.value = [alertOf('1')];
    advance(REPEAT_MS);
    expect(played()).to.equal(6);
    alerts.value = [];
    advance(10 * REPEAT_MS);
    expect(played()).to.equal(6);
  });

  it('a new alert starts the interval again', () => {
    const { raise, advance, played } = open();
    raise('1');
    advance(REPEAT_MS - 1);
    raise('2');
    advance(REPEAT_MS - 1);
    expect(played()).to.equal(2);
    advance(1);
    expect(played()).to.equal(3);
  });

  it('an alert that was open before the page was loaded sounds after one interval', () => {
    const { alerts, advance, played } = open();
    alerts.value = [alertOf('1')];
    expect(played()).to.equal(0);
    advance(REPEAT_MS);
    expect(played()).to.equal(1);
  });

  it('the tone does not repeat while the sound is off, or after its end', () => {
    const { alerts, wanted, stop, advance, played } = open();
    alerts.value = [alertOf('1')];
    wanted.value = 'off';
    advance(2 * REPEAT_MS);
    expect(played()).to.equal(0);
    wanted.value = 'on';
    advance(REPEAT_MS);
    expect(played()).to.equal(1);
    stop();
    advance(2 * REPEAT_MS);
    expect(played()).to.equal(1);
  });
});
