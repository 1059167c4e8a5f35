import { expect } from 'chai';
import type { Settings } from '../../../src/protocols/provision.js';
import { wpt } from '../../../src/simulator/trackers/wpt.js';
import { createTalkLine } from '../../support/protocols/dialogue-harness.js';
import { carried, openTalk, welcomed } from '../../support/protocols/wpt-talk.js';

const key = '000102030405060708090A0B0C0D0E0F';
const newKey = 'F0E0D0C0B0A090807060504030201000';
const first: Settings = { id: 'trk-1', int: 60, key };
const TARGET: Settings = { id: 'trk-2', int: 30, key: newKey };
const names = ['id', 'int', 'baud'];

/** More lines than a write sends: IDN, GET, three or four SETs, COM. */
const MAX_SENT = 12;
const CUTS = {
  'a sent line is lost': (sent: number, upTo: number) => ({ out: sent <= upTo, in: sent <= upTo }),
  'its reply is lost': (sent: number, upTo: number) => ({ out: sent <= upTo + 1, in: sent <= upTo }),
};

describe('interrupted WPT/1 provisioning', () => {
  for (const [what, isCarried] of Object.entries(CUTS)) {
    for (const change of [TARGET, { ...TARGET, baud: 9600 }]) {
      const speed = 'baud' in change ? 'new' : 'same';
      it(`a write leaves all or nothing and can be repeated when ${what} (${speed} baud rate)`, () => {
        const outcomes: unknown[] = [];
        for (let upTo = 0; upTo < MAX_SENT; upTo += 1) {
          const line = createTalkLine(wpt, { deviceId: 'trk-1' });
          const run = line.run(welcomed(openTalk().write(first), line.tracker));
          expect(run.ok).to.equal(true);
          let sent = 0;
          const dying = carried(welcomed(openTalk(key).write(change), line.tracker), (send) => {
            if (send !== undefined) sent += 1;
            return isCarried(sent, upTo)[send === undefined ? 'in' : 'out'];
          });
          const isDone = line.run(dying).ok;

          // The power may fail too, and the gateway comes back at the current baud rate.
          if (upTo % 2 === 1) line.tracker.restart?.();
          line.wait(isDone ? 0 : 40_000);
          line.baudRates.gateway = line.baudRates.tracker;
          const state = line.run(welcomed(openTalk().read(names), line.tracker));
          const before = { id: 'trk-1', int: 60, baud: 115_200 };
          const after = { ...before, id: 'trk-2', int: 30, ...('baud' in change ? { baud: change.baud } : {}) };
          expect(state.ok && state.value, `cut after ${upTo}`).to.deep.oneOf(isDone ? [after] : [before, after]);
          outcomes.push(state.ok && state.value.id);

          const again = line.run(welcomed(openTalk(key).write(change), line.tracker));
          expect(again, `cut after ${upTo}`).to.deep.equal({ ok: true, value: undefined });
          const end = line.run(welcomed(openTalk().read(names), line.tracker));
          expect(end).to.deep.equal({ ok: true, value: after });
        }
        expect(new Set(outcomes)).to.deep.equal(new Set(['trk-1', 'trk-2']));
      });
    }
  }

  it('values staged by an interrupted write are not committed by the next one', () => {
    const line = createTalkLine(wpt, { deviceId: 'trk-1' });
    const half = carried(openTalk().write({ id: 'trk-9', int: 5 }), (send = '') => !String(send).includes('COM'));
    expect(line.run(half).ok).to.equal(false);
    expect(line.run(welcomed(openTalk().write({ intm: 7 }), line.tracker)).ok).to.equal(true);
    const result = line.run(openTalk().read(['id', 'int', 'intm']));
    expect(result).to.have.deep.property('value', { id: 'trk-1', int: 60, intm: 7 });
  });

  it('a write succeeds when only the reply to COM is lost', () => {
    for (const baud of [115_200, 9_600]) {
      const line = createTalkLine(wpt, { deviceId: 'trk-1' });
      let isCommitted = false;
      let received = 0;
      const dialogue = welcomed(openTalk().write({ id: 'trk-2', baud }), line.tracker);
      const result = line.run(
        carried(dialogue, (send) => {
          isCommitted ||= String(send).includes(',COM,');
          return send !== undefined || !isCommitted || (received += 1) > 1;
        }),
      );
      expect(result).to.deep.equal({ ok: true, value: undefined });
      line.wait(60_000);
      const read = line.run(openTalk().read(['id', 'baud']));
      expect(read).to.deep.equal({ ok: true, value: { id: 'trk-2', baud } });
    }
  });
});
