import { expect } from 'chai';
import { refuseLookalike } from '../../../src/domain/accounts/name.js';

const others = [
  { name: 'admin', email: 'root@depot.example' },
  { name: 'Иван', email: 'ivan@depot.example' },
];
const outcome = (name: string): string => {
  const refused = refuseLookalike('name', name, others);
  return refused === undefined ? 'taken' : refused.message;
};

describe('refuseLookalike', () => {
  it('a name that reads like an existing one is refused', () => {
    for (const name of [
      '\u0430dmin',
      'adm\u0131n',
      'ADM\u0406N',
      'admi\u0578',
      '\uff41dmin',
      'a\u0501min',
      'r00t@depot.example',
    ]) {
      expect(outcome(name), name).to.equal('/name: looks like that of another user: choose a different one');
    }
  });

  it('a name with an invisible character is refused, and the message has the character', () => {
    for (const [name, code] of [
      ['ad\u200bmin', '200B'],
      ['ad\u00admin', '00AD'],
      ['\u202eadmin', '202E'],
      ['bus\u2060', '2060'],
      ['a\u0000b', '0000'],
      ['x\u3164y', '3164'],
      ['x\u{e0041}y', 'E0041'],
    ] as const) {
      expect(outcome(name)).to.equal(`/name has the invisible character U+${code}: remove it`);
    }
  });

  it('other names are taken, in any script', () => {
    for (const name of [
      'administrator',
      'José',
      'Jose',
      'Владимир',
      'Γιώργος',
      '田中',
      'أحمد',
      'O’Brien',
      'admin 2',
      'bus-10',
    ]) {
      expect(outcome(name), name).to.equal('taken');
    }
  });
});
