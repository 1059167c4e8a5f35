import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkClock } from '../../../src/cli/check/clock.js';
import { checkRuntime } from '../../../src/cli/check/runtime.js';
import { compareRules, type RulesComparison } from '../../../src/cli/check/time-zone-rules.js';
import { useFolder } from '../../support/store/folder.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('checkClock and checkRuntime', () => {
  const folder = useFolder();

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

  it('old time zone rules are a warning only if the zone has other ones in the system, or the system has none', () => {
    const states = (tz: string | undefined, timeZone: string, system: RulesComparison): string[] =>
      checkRuntime({ node: '22.0.0', tz, timeZone, system }, NOW).map(({ state }) => state);
    expect(states('2025c', 'Europe/Madrid', null)).to.deep.equal(['ok', 'ok']);
    expect(states('2024b', 'Europe/Madrid', null)).to.deep.equal(['ok', 'warning']);
    expect(states(undefined, 'Europe/Madrid', null)).to.deep.equal(['ok', 'warning']);
    expect(states('2024b', 'UTC', null)).to.deep.equal(['ok', 'ok']);
    expect(states('2024b', 'Europe/Madrid', { differAt: null })).to.deep.equal(['ok', 'ok']);
    expect(states('2025c', 'America/Asuncion', { differAt: '2027-03-27' })).to.deep.equal(['ok', 'warning']);
  });

  it('the rules of the zones with and without summer time are compared with those of the system', async () => {
    const zones = ['Europe/Madrid', 'UTC', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia'];
    for (const zone of zones) {
      const found = await compareRules(zone, NOW);
      // Either may be the older one on the machine of the test.
      if (zone === 'UTC') expect(found).to.deep.equal({ differAt: null });
      else expect(found?.differAt ?? null, zone).to.equal(null);
    }
    expect(await compareRules('Mars/Base', NOW)).to.equal(null);
    expect(await compareRules('Europe/Madrid', NOW, '/usr/bin/none')).to.equal(null);
    const date = join(folder(), 'date');
    writeFileSync(date, '#!/bin/sh\nsed "s/.*/+0100/"\n', { mode: 0o755 });
    expect(await compareRules('Europe/Madrid', NOW, date)).to.deep.equal({ differAt: '2027-03-28' });
    expect(await compareRules('Africa/Lagos', NOW, date)).to.deep.equal({ differAt: null });
  });
});
