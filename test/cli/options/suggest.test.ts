import { expect } from 'chai';
import { parseDuration, rangeQuery } from '../../../src/cli/options/range-options.js';
import { parseList, parseListOrAll } from '../../../src/cli/options/option-values.js';
import { suggestion, unknownCommandError } from '../../../src/cli/options/suggest.js';

describe('suggestion', () => {
  it('a word with a typing mistake gets the nearest candidate', () => {
    const commands = ['backup', 'bundle', 'device', 'version'];
    expect(suggestion('bakcup', commands)).to.equal(': did you mean backup?');
    expect(suggestion('Devise', commands)).to.equal(': did you mean device?');
    expect(suggestion('versio', commands)).to.equal(': did you mean version?');
  });

  it('a word like none of the candidates gets no suggestion', () => {
    expect(suggestion('nonsense', ['backup', 'last'])).to.equal('');
    expect(suggestion('', ['backup'])).to.equal('');
    expect(suggestion('xy', ['man'])).to.equal('');
  });

  it('an unknown command names the nearest one and where the commands are listed', () => {
    expect(unknownCommandError('lsit', 'waypost device', ['list', 'show']).message).to.equal(
      'unknown command "lsit": did you mean list? waypost device --help lists the commands',
    );
    expect(unknownCommandError('xyz', 'waypost', ['list']).message).to.equal(
      'unknown command "xyz": waypost --help lists the commands',
    );
  });
});

describe('the range of a list', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
  const limit = 10;

  it('a range without an end goes up to the newest record, whatever the clock of this machine', () => {
    expect(rangeQuery({ last: parseDuration('--last')('90m'), limit }, now)).to.deep.equal({
      from: '2026-11-23T10:30:00.000Z',
      to: '9999-12-31T23:59:59Z',
    });
  });

  it('a range with only an end is as long as the duration', () => {
    const to = Date.parse('2026-11-20T00:00:00Z');
    expect(rangeQuery({ last: parseDuration('--last')('7d'), to, limit }, now)).to.deep.equal({
      from: '2026-11-13T00:00:00.000Z',
      to: '2026-11-20T00:00:00.000Z',
    });
    expect(rangeQuery({ last: parseDuration('--last')('999999d'), limit }, now).from).to.equal(
      '1970-01-01T00:00:00.000Z',
    );
  });

  it('a duration of another form is refused with examples', () => {
    for (const text of ['', '24', 'h', '1w', '-1h', '1.5h'])
      expect(() => parseDuration('--last')(text)).to.throw(/^--last must be .*, like 90m, 24h or 7d, not "/);
  });
});

describe('a list as the value of an option', () => {
  it('commas separate values; none is the empty list, all is a word of its own', () => {
    expect(parseList('a, b,,c')).to.deep.equal(['a', 'b', 'c']);
    expect(parseList('none')).to.deep.equal([]);
    expect(parseListOrAll('all')).to.equal('all');
    expect(parseListOrAll('a')).to.deep.equal(['a']);
  });
});
