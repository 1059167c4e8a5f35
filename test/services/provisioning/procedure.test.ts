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

type Tracker = { settings: Settings; hardwareId?: string; takes?: (wanted: Settings) => Settings };

/** A tracker whose every dialogue is over at once. */
function talkTo(tracker: Tracker): ProvisioningDriver {
  function* say<T>(value: () => T): Dialogue<T> {
    return success(value());
  }
  return {
    identify: () => say(() => ({ ...unit, hardwareId: tracker.hardwareId ?? unit.hardwareId })),
    read: (names) =>
      say(() => Object.fromEntries(Object.entries(tracker.settings).filter(([name]) => names.includes(name)))),
    write: (wanted) =>
      say(() => {
        tracker.settings = { ...tracker.settings, ...(tracker.takes?.(wanted) ?? wanted) };
        return undefined;
      }),
  };
}

type World = {
  readonly tracker: Tracker;
  readonly wanted: Settings;
  readonly before?: Settings;
  /** what is answered in place of what would be, by the place of the effect among those that are answered */
  readonly instead?: (effect: Effect, place: number) => unknown;
};

/** Runs the procedure to its end; gives back what was asked on the way. */
function run({ tracker, wanted: desired, before, instead = () => undefined }: World) {
  const effects: Effect[] = [];
  const steps: Procedure<ProcedureEnding | undefined> = procedure({ driver: talkTo(tracker), settings });
  let answer: unknown;
  for (;;) {
    const next = steps.next(answer);
    if (next.done === true) return { ending: next.value, effects, did: effects.map(named) };
    const effect = next.value;
    effects.push(effect);
    answer = instead(effect, effects.filter(({ do: what }) => what !== 'tell').length) ?? answerTo(effect);
  }

  function answerTo(effect: Effect): unknown {
    switch (effect.do) {
      case 'tell':
        return undefined;
      case 'talk':
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

const named = (effect: Effect): string => (effect.do === 'tell' ? effect.step : effect.do);
const lost = { ok: false, code: 'lost', message: 'the port was lost' };

describe('the procedure of provisioning', () => {
  const wanted = { interval: 10, name: 'van' };
  const present = { interval: 60, name: 'old', other: 1 };

  it('identifies, checks the licence, reads, notes what was, writes, reads back, compares, registers: in this order', () => {
    const tracker = { settings: present };
    const { ending, did, effects } = run({ tracker, wanted });
    expect(ending).to.deep.equal({ outcome: 'verified' });
    expect(did.join(' ')).to.equal(
      'identify talk license plan read talk begin write talk read back talk talk register register',
    );
    expect(tracker.settings).to.deep.equal({ ...wanted, other: 1 });
    const proof = effects.find((effect) => effect.do === 'register')?.proof;
    expect(proof).to.deep.include({ before: { interval: 60, name: 'old' }, after: wanted, wrote: true, secrets: [] });
  });

  it('writes nothing where all is as it is wanted', () => {
    const { ending, did } = run({ tracker: { settings: { ...wanted } }, wanted });
    expect(ending).to.deep.equal({ outcome: 'unchanged' });
    expect(did).to.not.include('begin').and.not.include('write');
  });

  it('does nothing with a tracker that there is nothing to be done with', () => {
    const { ending, did } = run({
      tracker: { settings: present },
      wanted,
      instead: ({ do: what }) => (what === 'plan' ? success(undefined) : undefined),
    });
    expect(ending).to.equal(undefined);
    expect(did.at(-1)).to.equal('plan');
  });

  it('touches nothing without a licence, and says so', () => {
    const tracker = { settings: present };
    const { ending, did } = run({
      tracker,
      wanted,
      instead: ({ do: what }) => (what === 'plan' ? failure('no_license', 'all are in use') : undefined),
    });
    expect(ending).to.deep.equal({ outcome: 'failed', reason: { code: 'no_license', message: 'all are in use' } });
    expect(did).to.not.include('read');
    expect(tracker.settings).to.equal(present);
  });

  it('touches nothing of a tracker that does not know a setting, and names it', () => {
    const { ending, did } = run({ tracker: { settings: { name: 'old' } }, wanted });
    expect(ending?.reason).to.include({ code: 'unsupported' });
    expect(ending?.reason?.message).to.include('interval').and.include('M with firmware 1');
    expect(did).to.not.include('begin');
  });

  it('gives a tracker back what it had, when what is read back is not what was asked, and says what it was', () => {
    const tracker: Tracker = {
      settings: present,
      takes: (asked) => ({ ...asked, interval: Math.max(60, Number(asked.interval)) }),
    };
    const { ending, effects } = run({ tracker, wanted });
    expect(ending).to.include({ outcome: 'failed' });
    expect(ending?.reason).to.include({ code: 'mismatch' });
    expect(ending?.reason?.message).to.include('interval is 60, requested was 10');
    expect(tracker.settings).to.deep.equal(present);
    expect(effects.at(-1)).to.have.property('do', 'restore');
  });

  it('gives it back what it had, when it can not be registered', () => {
    const tracker = { settings: present };
    const { ending } = run({
      tracker,
      wanted,
      instead: ({ do: what }) => (what === 'register' ? failure('no_license', 'gone meanwhile') : undefined),
    });
    expect(ending).to.deep.equal({ outcome: 'failed', reason: { code: 'no_license', message: 'gone meanwhile' } });
    expect(tracker.settings).to.deep.equal(present);
  });

  it('writes nothing that is not noted: a full disk leaves the tracker as it was', () => {
    const tracker = { settings: present };
    const { ending } = run({
      tracker,
      wanted,
      instead: ({ do: what }) => (what === 'begin' ? failure('store_unavailable', 'no room') : undefined),
    });
    expect(ending).to.include({ outcome: 'failed' });
    expect(tracker.settings).to.equal(present);
  });

  it('is not taken in by another tracker that is plugged in before it is done', () => {
    const tracker: Tracker = { settings: present };
    const { ending, did } = run({
      tracker,
      wanted,
      instead(effect) {
        if (effect.do === 'begin') tracker.hardwareId = 'h-2';
        return undefined;
      },
    });
    expect(ending).to.include({ outcome: 'interrupted' });
    expect(ending?.reason?.message).to.include('h-1 was changed for h-2');
    expect(did).to.not.include('register').and.not.include('undo');
  });

  it('goes on with what was begun: what it had at first is what is noted, though half of it is written', () => {
    const tracker = { settings: { interval: 10, name: 'old' } };
    const { ending, effects } = run({ tracker, wanted, before: { interval: 60, name: 'old' } });
    expect(ending).to.deep.equal({ outcome: 'verified' });
    const proof = effects.find((effect) => effect.do === 'register')?.proof;
    expect(proof).to.deep.include({ before: { interval: 60, name: 'old' }, after: wanted });
  });

  it('writes again what was begun, also when it can be read already: it may not outlast a power cut yet', () => {
    const { ending, did } = run({
      tracker: { settings: { ...wanted } },
      wanted,
      before: { interval: 60, name: 'old' },
    });
    expect(ending).to.deep.equal({ outcome: 'verified' });
    expect(did).to.include.members(['write', 'read back']);
  });

  it('writes what is secret each time, since it can not be compared, and says what can not be taken back', () => {
    const secretly = { interval: 10, key: '0123' };
    const { ending, effects } = run({ tracker: { settings: { interval: 10 } }, wanted: secretly });
    expect(ending).to.deep.equal({ outcome: 'verified' });
    const proof = effects.find((effect) => effect.do === 'register')?.proof;
    expect(proof?.secrets).to.deep.equal(['key']);
    expect(JSON.stringify(proof)).to.not.include('0123');
    const refused = run({
      tracker: { settings: { interval: 10 } },
      wanted: secretly,
      instead: ({ do: what }) => (what === 'register' ? failure('no_license', 'gone') : undefined),
    });
    expect(refused.ending?.reason?.message).to.equal('gone (key can not be taken back)');
  });

  describe('whatever goes wrong, and wherever', () => {
    const length = run({ tracker: { settings: present }, wanted }).effects.filter(
      ({ do: what }) => what !== 'tell',
    ).length;
    const wrongs = {
      'the port is lost': lost,
      'nothing is answered': failure('no_answer', 'silence'),
      'it says no': failure('refused', 'no'),
      'what it says is nonsense': failure('garbled', 'what?'),
    };
    for (const [what, wrong] of Object.entries(wrongs)) {
      for (let place = 1; place <= length; place += 1) {
        it(`${what} at answer ${place}: all is as asked, or as it was, or said to be half`, () => {
          const tracker: Tracker = { settings: present };
          const isWritten = (): boolean => JSON.stringify(tracker.settings) !== JSON.stringify(present);
          const { ending, did } = run({
            tracker,
            wanted,
            instead: (effect, nth) => (nth === place && effect.do === 'talk' ? wrong : undefined),
          });
          if (ending?.outcome === 'verified') expect(tracker.settings).to.deep.include(wanted);
          if (ending?.outcome === 'failed') expect(isWritten()).to.equal(false);
          if (isWritten() && ending?.outcome !== 'verified') expect(ending?.outcome).to.equal('interrupted');
          // What was noted as begun stays noted unless it is known to be as asked, or as it was.
          const isNoted = did.includes('begin');
          const isClosed = did.at(-1) === 'restore' || ending?.outcome === 'verified';
          expect(isNoted && !isClosed).to.equal(isNoted && ending?.outcome === 'interrupted');
        });
      }
    }
  });
});
