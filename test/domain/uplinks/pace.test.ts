import { expect } from 'chai';
import {
  afterBatch,
  afterRest,
  batchBytes,
  nextSendAt,
  restAfter,
  UNKNOWN_LOAD,
} from '../../../src/domain/uplinks/pace.js';

const at = (ms: number, cpu: number): { at: number; cpu: number } => ({ at: ms, cpu });

describe('the pace of history', () => {
  it('a limited rate spreads the bytes of a batch over their time', () => {
    expect(nextSendAt(-Infinity, 1_000, 500, 1_000)).to.equal(1_500);
    expect(nextSendAt(1_500, 1_200, 500, 1_000)).to.equal(2_000);
    expect(nextSendAt(-Infinity, 1_000, 500, undefined)).to.equal(1_000);
    expect(batchBytes(262_144, 1_000)).to.equal(2_000);
  });

  it('a gateway without other work is left alone but for one short rest a second, which measures it', () => {
    const first = restAfter(UNKNOWN_LOAD, at(0, 0), at(100, 100), 10_000, 40);
    expect(first).to.equal(20);
    const idle = afterRest(UNKNOWN_LOAD, at(100, 100), at(120, 101));
    expect(restAfter(idle, at(120, 101), at(220, 201), 10_000, 40)).to.equal(0);
    expect(restAfter(idle, at(1_100, 900), at(1_200, 1_000), 10_000, 40)).to.equal(20);
  });

  it('a busy gateway gets more than nine tenths of the time, by the cost of the cheapest batch', () => {
    let load = afterBatch(UNKNOWN_LOAD, at(0, 0), at(100, 40), 10_000);
    load = afterBatch(load, at(200, 100), at(400, 300), 10_000);
    load = afterRest(load, at(400, 300), at(500, 395));
    // 10,000 bytes cost 40 ms, and the batch took 200 ms.
    expect(restAfter(load, at(500, 395), at(700, 595), 10_000, 10)).to.equal(40 / 0.05 - 200);
    // What was measured for certain counts if it is more.
    expect(restAfter(load, at(500, 395), at(700, 595), 10_000, 80)).to.equal(80 / 0.05 - 200);
  });

  it('a rest that was too short does not measure the other work', () => {
    expect(afterRest(UNKNOWN_LOAD, at(100, 100), at(110, 110))).to.equal(UNKNOWN_LOAD);
  });

  it('a busy gateway is measured again after every batch, so that a rest ends with its work', () => {
    const busy = afterRest(UNKNOWN_LOAD, at(0, 0), at(100, 90));
    expect(restAfter(busy, at(100, 90), at(110, 91), 0, 0)).to.equal(20);
    const idle = afterRest(busy, at(110, 91), at(130, 92));
    expect(restAfter(idle, at(130, 92), at(140, 93), 100, 0)).to.equal(0);
  });
});
