import { expect } from 'chai';
import type { Settings } from '../../../src/protocols/provision.js';
import { wpt } from '../../../src/simulator/trackers/wpt.js';
import { createTalkLine } from '../../support/talk.js';
import { carried, openTalk, welcomed } from '../../support/wpt-talk.js';

const key = '000102030405060708090A0B0C0D0E0F';
const other = 'F0E0D0C0B0A090807060504030201000';
const first: Settings = { id: 'trk-1', int: 60, key };
const TARGET: Settings = { id: 'trk-2', int: 30, key: other };
const names = ['id', 'int', 'baud'];

/** More than ever is sent: IDN, GET, three SETs or four, COM. */
const MAX_SENT = 12;
const CUTS = {
  'with what is sent': (sent: number, upTo: number) => ({ out: sent <= upTo, in: sent <= upTo }),
  'with the answer to it': (sent: number, upTo: number) => ({ out: sent <= upTo + 1, in: sent <= upTo }),
};

describe('a line of WPT/1 that dies while the tracker is set up', () => {
  for (const [what, isCarried] of Object.entries(CUTS)) {
    for (const change of [TARGET, { ...TARGET, baud: 9600 }]) {
      const speed = 'baud' in change ? 'at another speed' : 'at the same speed';
      it(`leaves all or nothing of it ${what}, ${speed}, and it can be done again`, () => {
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

          // The power may go too, and the gateway comes back at its usual speed.
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

  it('is not needed to be cut: what was staged by one is not there for the next', () => {
    const line = createTalkLine(wpt, { deviceId: 'trk-1' });
    const half = carried(openTalk().write({ id: 'trk-9', int: 5 }), (send = '') => !String(send).includes('COM'));
    expect(line.run(half).ok).to.equal(false);
    expect(line.run(welcomed(openTalk().write({ intm: 7 }), line.tracker)).ok).to.equal(true);
    const said = line.run(openTalk().read(['id', 'int', 'intm']));
    expect(said).to.have.deep.property('value', { id: 'trk-1', int: 60, intm: 7 });
  });

  it('comes back in time for a tracker whose yes is lost alone', () => {
    for (const baud of [115_200, 9_600]) {
      const line = createTalkLine(wpt, { deviceId: 'trk-1' });
      let isCommitted = false;
      let heard = 0;
      const dialogue = welcomed(openTalk().write({ id: 'trk-2', baud }), line.tracker);
      const said = line.run(
        carried(dialogue, (send) => {
          isCommitted ||= String(send).includes(',COM,');
          return send !== undefined || !isCommitted || (heard += 1) > 1;
        }),
      );
      expect(said).to.deep.equal({ ok: true, value: undefined });
      line.wait(60_000);
      const read = line.run(openTalk().read(['id', 'baud']));
      expect(read).to.deep.equal({ ok: true, value: { id: 'trk-2', baud } });
    }
  });
});
