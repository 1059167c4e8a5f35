import { expect } from 'chai';
import { checkClock } from '../../../src/cli/check/clock.js';
import { checkRuntime } from '../../../src/cli/check/runtime.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('checkClock and checkRuntime', () => {
  const clock = async (ntp: boolean | null, rtc: number | null, newest = '', now = NOW): Promise<string[]> => {
    const sources = { ntp: { ask: () => Promise.resolve(ntp) }, rtc: () => rtc };
    return (await checkClock(sources, newest, now)).map(({ state }) => state);
  };

  it('time servers or a battery-backed clock are ok, neither is a warning, a clock that is behind is a fault', async () => {
    expect(await clock(true, null)).to.deep.equal(['ok']);
    expect(await clock(false, NOW + 1_000)).to.deep.equal(['ok']);
    expect(await clock(false, NOW + 60_000)).to.deep.equal(['warning']);
    expect(await clock(null, null)).to.deep.equal(['warning']);
    expect(await clock(null, null, '2026-11-22T00:00:00.000Z')).to.deep.equal(['fault']);
    expect(await clock(null, null, '', 0)).to.deep.equal(['fault']);
  });

  it('time zone rules that are two years old, or of unknown date, are a warning', () => {
    const states = (tz: string | undefined): string[] =>
      checkRuntime({ node: '22.0.0', tz, timeZone: 'UTC' }, NOW).map(({ state }) => state);
    expect(states('2025c')).to.deep.equal(['ok', 'ok']);
    expect(states('2024b')).to.deep.equal(['ok', 'warning']);
    expect(states(undefined)).to.deep.equal(['ok', 'warning']);
  });
});
