import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import type { Dialogue, Settings, ProvisioningDriver } from '../../../src/protocols/provision.js';
import {
  procedure,
  type Effect,
  type ProcedureEnding,
  type Plan,
  type Procedure,
} from '../../../src/services/provisioning/procedure.js';

const settings = {
  interval: { type: 'integer', title: '', description: '' },
  name: { type: 'string', title: '', description: '' },
  key: { type: 'string', title: '', description: '', writeOnly: true },
} as const;
const unit = { hardwareId: 'h-1', model: 'M', firmware: '1' };

type FakeTracker = {
  settings: Settings;
  hardwareId?: string;
  accept?: (written: Settings) => Settings;
  /** the secret that it can prove to have */
  key?: string;
};

/** The driver of a tracker whose dialogues end at once. */
function driverOf(tracker: FakeTracker): ProvisioningDriver {
  function* reply<T>(value: () => T): Dialogue<T> {
    return success(value());
  }
  return {
    identify: () => reply(() => ({ ...unit, hardwareId: tracker.hardwareId ?? unit.hardwareId })),
    read: (names) =>
      reply(() => Object.fromEntries(Object.entries(tracker.settings).filter(([name]) => names.includes(name)))),
    ...(tracker.key !== undefined && { proves: ({ key }) => reply(() => key === tracker.key) }),
    write: (written) =>
      reply(() => {
        tracker.settings = { ...tracker.settings, ...(tracker.accept?.(written) ?? written) };
        return undefined;
      }),
  };
}

type RunOptions = {
  readonly tracker: FakeTracker;
  readonly desired: Settings;
  readonly before?: Settings;
  readonly dryRun?: boolean;
  /** replaces the result of an effect; `index`: its number among the effects with a result, from 1 */
  readonly instead?: (effect: Effect, index: number) => unknown;
};

/** Runs the procedure to its end; returns the effects. */
function run({ tracker, desired, before, dryRun = false, instead = () => undefined }: RunOptions) {
  const effects: Effect[] = [];
  const steps: Procedure<ProcedureEnding | undefined> = procedure({ driver: driverOf(tracker), settings, dryRun });
  let result: unknown;
  for (;;) {
    const next = steps.next(result);
    if (next.done === true) return { ending: next.value, effects, did: effects.map(nameOf) };
    const effect = next.value;
    effects.push(effect);
    result = instead(effect, effects.filter(({ do: what }) => what !== 'show').length) ?? resultOf(effect);
  }

  function resultOf(effect: Effect): unknown {
    switch (effect.do) {
      case 'show':
        return undefined;
      case 'run':
        return effect.dialogue.next().value;
      case 'plan':
        return success<Plan>({ desired, ...(before && { before }) });
      case 'register':
        return success(effect.proof.wrote ? 'verified' : 'unchanged');
      case 'begin':
      case 'restore':
        return success(undefined);
    }
  }
}

const nameOf = (effect: Effect): string => (effect.do === 'show' ? effect.step : effect.do);
const lost = { ok: false, code: 'lost', message: 'the port was lost' };

describe('the provisioning procedure', () => {
  const desired = { interval: 10, name: 'van' };
  const current = { interval: 60, name: 'old', other: 1 };

  it('a dry run reads and compares, and neither writes nor registers', () => {
    const tracker = { settings: { interval: 60, name: 'van' } };
    const differing = run({ tracker, desired: { interval: 90, name: 'van', key: 'k' }, dryRun: true });
    expect(differing.ending).to.deep.equal({
      outcome: 'differs',
      differences: [{ name: 'interval', present: 60, desired: 90 }, { name: 'key' }],
    });
    expect(tracker.settings).to.deep.equal({ interval: 60, name: 'van' });
    const effects = new Set(differing.effects.map((effect) => effect.do));
    expect([...effects]).to.have.members(['show', 'run', 'plan']);
    expect(run({ tracker, desired: { interval: 60 }, dryRun: true }).ending).to.deep.equal({ outcome: 'unchanged' });
  });

  it('a setup identifies, checks the license, reads, stores the previous settings, writes, reads back, compares and registers', () => {
    const tracker = { settings: current };
    const { ending, did, effects } = run({ tracker, desired });
    expect(ending).to.deep.equal({ outcome: 'verified' });
    expect(did.join(' ')).to.equal(
      'identify run license plan read run begin write run read back run run register register',
    );
    expect(tracker.settings).to.deep.equal({ ...desired, other: 1 });
    const proof = effects.find((effect) => effect.do === 'register')?.proof;
    expect(proof).to.deep.include({ before: { interval: 60, name: 'old' }, after: desired, wrote: true, secrets: [] });
  });

  it('a tracker with the desired settings is not written to', () => {
    const { ending, did } = run({ tracker: { settings: { ...desired } }, desired });
    expect(ending).to.deep.equal({ outcome: 'unchanged' });
    expect(did).to.not.include('begin').and.not.include('write');
  });

  it('the procedure ends if the plan has nothing to do', () => {
    const { ending, did } = run({
      tracker: { settings: current },
      desired,
      instead: ({ do: what }) => (what === 'plan' ? success(undefined) : undefined),
    });
    expect(ending).to.equal(undefined);
    expect(did.at(-1)).to.equal('plan');
  });

  it('a tracker is not written to without a license', () => {
    const tracker = { settings: current };
    const { ending, did } = run({
      tracker,
      desired,
      instead: ({ do: what }) => (what === 'plan' ? failure('no_license', 'all are in use') : undefined),
    });
    expect(ending).to.deep.equal({ outcome: 'failed', reason: { code: 'no_license', message: 'all are in use' } });
    expect(did).to.not.include('read');
    expect(tracker.settings).to.equal(current);
  });

  it('a tracker that does not report a setting is not written to, and the reason names the setting', () => {
    const { ending, did } = run({ tracker: { settings: { name: 'old' } }, desired });
    expect(ending?.reason).to.include({ code: 'unsupported' });
    expect(ending?.reason?.message).to.include('interval').and.include('M with firmware 1');
    expect(did).to.not.include('begin');
  });

  it('a tracker with other settings than written gets its previous ones back, and the reason names the difference', () => {
    const tracker: FakeTracker = {
      settings: current,
      accept: (written) => ({ ...written, interval: Math.max(60, Number(written.interval)) }),
    };
    const { ending, effects } = run({ tracker, desired });
    expect(ending).to.include({ outcome: 'failed' });
    expect(ending?.reason).to.include({ code: 'mismatch' });
    expect(ending?.reason?.message).to.include('interval is 60, requested was 10');
    expect(tracker.settings).to.deep.equal(current);
    expect(effects.at(-1)).to.have.property('do', 'restore');
  });

  it('a tracker that cannot be registered gets its previous settings back', () => {
    const tracker = { settings: current };
    const { ending } = run({
      tracker,
      desired,
      instead: ({ do: what }) => (what === 'register' ? failure('no_license', 'gone meanwhile') : undefined),
    });
    expect(ending).to.deep.equal({ outcome: 'failed', reason: { code: 'no_license', message: 'gone meanwhile' } });
    expect(tracker.settings).to.deep.equal(current);
  });

  it('a full disk leaves the tracker unchanged, because nothing is written before it is stored', () => {
    const tracker = { settings: current };
    const { ending } = run({
      tracker,
      desired,
      instead: ({ do: what }) => (what === 'begin' ? failure('store_unavailable', 'no room') : undefined),
    });
    expect(ending).to.include({ outcome: 'failed' });
    expect(tracker.settings).to.equal(current);
  });

  it('another tracker plugged in midway is recognized, and the first one is interrupted', () => {
    const tracker: FakeTracker = { settings: current };
    const { ending, did } = run({
      tracker,
      desired,
      instead(effect) {
        if (effect.do === 'begin') tracker.hardwareId = 'h-2';
        return undefined;
      },
    });
    expect(ending).to.include({ outcome: 'interrupted' });
    expect(ending?.reason?.message).to.include('h-1 was replaced by h-2');
    expect(did).to.not.include('register').and.not.include('undo');
  });

  it('an interrupted setup continues with the settings from before its first write', () => {
    const tracker = { settings: { interval: 10, name: 'old' } };
    const { ending, effects } = run({ tracker, desired, before: { interval: 60, name: 'old' } });
    expect(ending).to.deep.equal({ outcome: 'verified' });
    const proof = effects.find((effect) => effect.do === 'register')?.proof;
    expect(proof).to.deep.include({ before: { interval: 60, name: 'old' }, after: desired });
  });

  it('an interrupted setup is written again even if it reads as desired, because it may not survive a power cut', () => {
    const { ending, did } = run({
      tracker: { settings: { ...desired } },
      desired,
      before: { interval: 60, name: 'old' },
    });
    expect(ending).to.deep.equal({ outcome: 'verified' });
    expect(did).to.include.members(['write', 'read back']);
  });

  it('a secret that the tracker proves to have is not written again', () => {
    const tracker = { settings: { interval: 10 }, key: '0123' };
    const { ending, did, effects } = run({ tracker, desired: { interval: 10, key: '0123' } });
    expect(ending).to.deep.equal({ outcome: 'unchanged' });
    expect(did).to.not.include('write');
    expect(effects.find((effect) => effect.do === 'register')?.proof).to.deep.include({ wrote: false, secrets: [] });
    expect(run({ tracker, desired: { interval: 10, key: '4567' } }).ending).to.deep.equal({ outcome: 'verified' });
    expect(run({ tracker, desired: { interval: 20, key: '0123' } }).did).to.include('write');
  });

  it('a secret without proof is written each time, and the reason of a failure names the secrets that cannot be restored', () => {
    const withKey = { interval: 10, key: '0123' };
    const { ending, effects } = run({ tracker: { settings: { interval: 10 } }, desired: withKey });
    expect(ending).to.deep.equal({ outcome: 'verified' });
    const proof = effects.find((effect) => effect.do === 'register')?.proof;
    expect(proof?.secrets).to.deep.equal(['key']);
    expect(JSON.stringify(proof)).to.not.include('0123');
    const refused = run({
      tracker: { settings: { interval: 10 } },
      desired: withKey,
      instead: ({ do: what }) => (what === 'register' ? failure('no_license', 'gone') : undefined),
    });
    expect(refused.ending?.reason?.message).to.equal('gone (key cannot be restored)');
  });

  describe('with a failure at any dialogue', () => {
    const length = run({ tracker: { settings: current }, desired }).effects.filter(
      ({ do: what }) => what !== 'show',
    ).length;
    const failures = {
      'a lost port': lost,
      'no reply': failure('no_answer', 'silence'),
      'a rejection': failure('refused', 'no'),
      'a malformed reply': failure('garbled', 'what?'),
    };
    for (const [what, failed] of Object.entries(failures)) {
      for (let index = 1; index <= length; index += 1) {
        it(`${what} at result ${index} leaves the tracker as desired, unchanged, or reported as interrupted`, () => {
          const tracker: FakeTracker = { settings: current };
          const isWritten = (): boolean => JSON.stringify(tracker.settings) !== JSON.stringify(current);
          const { ending, did } = run({
            tracker,
            desired,
            instead: (effect, nth) => (nth === index && effect.do === 'run' ? failed : undefined),
          });
          if (ending?.outcome === 'verified') expect(tracker.settings).to.deep.include(desired);
          if (ending?.outcome === 'failed') expect(isWritten()).to.equal(false);
          if (isWritten() && ending?.outcome !== 'verified') expect(ending?.outcome).to.equal('interrupted');
          // The stored start stays open unless the tracker is known to be as desired or unchanged.
          const isStored = did.includes('begin');
          const isClosed = did.at(-1) === 'restore' || ending?.outcome === 'verified';
          expect(isStored && !isClosed).to.equal(isStored && ending?.outcome === 'interrupted');
        });
      }
    }
  });
});
