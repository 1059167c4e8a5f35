import { expect } from 'chai';
import { createReportFramer, MAX_REPORT_BYTES } from '../../../src/protocols/queclink/framer.js';
import { bytes, chunksOf, discardedBytes, framesOf, pushAll } from '../../support/protocols/framing.js';

const report = (count: string, content = ''): string =>
  `+RESP:GTPNA,1A0102,860000000000017,${content},20261121082234,${count}$`;
const framed = (text: string, sizes: readonly number[] = [4096]) =>
  pushAll(createReportFramer(), chunksOf(bytes(text), sizes));
const counts = (text: string, sizes?: readonly number[]): string[] =>
  framesOf(framed(text, sizes)).map((frame) => frame.slice(-4));

describe('the framer of @Track', () => {
  it('a frame extends from a head to the dollar after time and count, with or without a line end after it', () => {
    const text = report('0001') + report('0002') + `\r\n${report('0003')}\n`;
    for (const sizes of [[4096], [1], [7]]) {
      expect(counts(text, sizes)).to.deep.equal(['0001', '0002', '0003']);
      expect(discardedBytes(framed(text, sizes))).to.equal(0);
    }
  });

  it('only three heads start a frame', () => {
    const rest = report('0001').slice(6);
    for (const head of ['+RESP:', '+BUFF:', '+ACK:']) expect(framesOf(framed(head + rest))).to.have.length(1);
    for (const head of ['+RSP:', '+SACK:', 'RESP:', '+resp:', '+']) expect(framesOf(framed(head + rest))).to.be.empty;
  });

  it('a frame starts at the last head, so a truncated report before it costs only itself', () => {
    for (let cut = 1; cut < report('0001').length; cut += 1) {
      const out = framed(report('0001').slice(0, cut) + report('0002'));
      expect(framesOf(out), String(cut)).to.deep.equal([report('0002').slice(0, -1)]);
      expect(discardedBytes(out)).to.equal(cut);
    }
  });

  it('a frame may contain dollars that do not follow a count', () => {
    expect(framesOf(framed(report('0001', 'a$b,$')))).to.have.length(1);
  });

  it('the send time may be blank', () => {
    expect(counts(report('0001').replace('20261121082234', ''))).to.deep.equal(['0001']);
  });

  it('a byte outside printable ASCII ends a frame', () => {
    for (const other of ['\0', '\n', '\x1f', '\x7f', '\xff']) {
      expect(counts(report('0001', `a${other}b`) + report('0002')), JSON.stringify(other)).to.deep.equal(['0002']);
    }
  });

  it('a frame longer than the limit is discarded', () => {
    const longest = 'x'.repeat(MAX_REPORT_BYTES - report('0001').length);
    expect(counts(report('0001', longest) + report('0002', `${longest}x`))).to.deep.equal(['0001']);
    expect(discardedBytes(framed(`${report('0002', `${longest}x`)}\n`))).to.equal(MAX_REPORT_BYTES + 1);
  });
});
