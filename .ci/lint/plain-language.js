// Refuses words and sentence forms that the project's plain English replaces, in code, comments, test titles and pages.
// `node .ci/lint/plain-language.js` prints each match with what to write instead; `--count` prints one line per rule.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const RULES = [
  { name: 'anew', pattern: /\banew\b/i, write: 'again' },
  { name: 'beside', pattern: /\bbeside\b/i, write: 'next to, besides, in addition to' },
  { name: 'can not', pattern: /\bcan not\b/i, write: 'cannot' },
  { name: 'way out', pattern: /\bway out\b/i, write: 'fix, what to do' },
  { name: 'in sight', pattern: /\bin (?:his |her |its |their )?sight\b/i, write: 'visible' },
  { name: 'licence', pattern: /licence/i, write: 'license' },
  { name: 'amiss', pattern: /\bamiss\b/i, write: 'wrong' },
  { name: 'rubbish', pattern: /rubbish/i, write: 'noise' },
  { name: 'so many', pattern: /\bso many\b/i, write: 'N, this many, too many' },
  { name: 'former', pattern: /\bformer(?:ly)?\b/i, write: 'previous, previously' },
  { name: 'day turns', pattern: /\bturn of the day\b|\bdays? turns?\b|\btoday turns\b/i, write: 'midnight rollover' },
  {
    name: 'British spelling',
    pattern:
      /(?<![a-z])(?:re)?colou?red?\b(?<!colored?)(?<!color)|colour|\bcentre|\bcancelled\b|\bdialled\b|\bmetres?\b|\bgrey\b|behaviour|recognis|\bflavour|authoris|initialis|synchronis|normalis|serialis/i,
    write: 'American spelling',
  },
  { name: 'whoever', pattern: /\b(?:whoever|whosoever|whomever)\b/i, write: 'name the actor' },
  {
    name: 'Who as a subject',
    pattern:
      /(?:^\s*(?:\/\/|\/?\*\*?)\s+|^\s*[-*] |[.;:!] |['"`])Who(?:m|se)?\b(?! (?:is|are|may|can|has|sent|changed)\b[^.]*\?)/,
    write: 'name the actor',
  },
  { name: 'program as a person', pattern: /\b(?:he|him|his|himself)\b/i, write: 'it (a program), they (a person)' },
  { name: 'tell', pattern: /\b(?:told|tells|telling)\b/i, write: 'notify, report, send, show' },
  { name: 'hear', pattern: /\b(?:hears?|heard|hearing)\b/i, write: 'receive, onX' },
  {
    name: 'say',
    pattern: /(?<!messages? )\b(?:said|says|saying|spoken)\b/i,
    write: 'state, report, message, protocol',
  },
  { name: 'nobody, somebody', pattern: /(?<!['"])\b(?:nobody|somebody|whatsoever)\b/i, write: 'name the actor' },
  { name: 'to be had', pattern: /\bto be had\b|\bis to be (?:sent|told|had)\b/i, write: 'available, queued' },
  { name: 'demand', pattern: /\bdemand[A-Z]\w*/, write: 'assertX' },
  { name: 'Parts', pattern: /\b(?:type )?Parts\b(?! of)/, write: 'XOptions' },
];

/** A test title is a sentence: it begins with its subject, not with the verb or a preposition that continues `describe`. */
const FRAGMENT =
  /\bit\(\s*(['"`])(?:is|are|was|were|be|has|have|had|says?|gives?|takes?|tells?|do(?:es)?|refuses?|keeps?|may|of|that|goes|go|reads?|never|leaves?|ends?|finds?|shows?|counts?|makes?|waits?|stops?|lets?|holds?|names?|writes?|sets?|knows?|hears?|hands?|comes?|can|begins?|sends?|prints?|brings?|asks?|answers?|warns?|throws?|stores?|changes?|by|opens?|loses?|cuts?|closes?|needs?|lists?|reports?|forgets?|fits?|tries|try|stays?|stands?|raises?|follows?|differs?|carries|carry|acknowledges?|turns?|touch(?:es)?|starts?|speaks?|rises?|replaces?|remembers?|puts?|plays?|moves?|marks?|looks?|logs?|leads?|gets?|fails?|discards?|calls?|announces?|adds?|accepts?|rejects?|returns?|creates?|rings?|wants?|understands?|skips?|sign|serves?|runs?|registers?|renders?|decodes?|encodes?|works?|survives?|detects?|ignores?|matches|merges?|must|will|would|and|or|but|with|without|from|as|in(?! \w+ mode)|which|whose)\b(?!-)/;

const count = process.argv.includes('--count');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) =>
    /^(src|test|systemd|config|\.ci|\.github)\/|^README\.md$|^package\.json$|^\.[\w-]+\.c?js$/.test(file),
  )
  .filter((file) => /\.(?:tsx?|c?js|md|css|html|json|yml|service|rules)$|\/[\w-]+$/.test(file))
  .filter((file) => !/^src\/languages\/(?!en)[a-z]{2}\.json$/.test(file))
  .filter((file) => !/^\.ci\/lint\/plain-language\.js$|\/package-lock\.json$|\/fixtures?(?:-[\w.]+)?\//.test(file));

/** Names on the wire and on disk, and texts of other programs, stay as they are spelled. */
const ALLOWED = [
  // Fields of log entries and of the state that version 0.1.0 wrote.
  { rule: 'tell', line: /\btold: |\.told\b|'told'|"told"/ },
  { rule: 'hear', line: /\bheard: |`heard`|\bheard }|'heard'|"heard"|after\.heard|\bheard, / },
  { rule: 'British spelling', line: /'cancelled'/ },
  // Output of chronyc and ntpstat.
  { rule: 'British spelling', line: /\b(?:un)?synchronised\b/i },
];

const totals = new Map();
let found = 0;
const match = (name, file, number, line, write) => {
  found += 1;
  totals.set(name, (totals.get(name) ?? 0) + 1);
  if (!count) console.log(`${file}:${number}: ${name} → ${write}: ${line.trim().slice(0, 140)}`);
};
for (const file of files) {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text.includes('\0')) continue;
  for (const [index, line] of text.split('\n').entries()) {
    for (const { name, pattern, write } of RULES) {
      if (!pattern.test(line)) continue;
      if (ALLOWED.some((allowed) => allowed.rule === name && allowed.line.test(line))) continue;
      match(name, file, index + 1, line, write);
    }
    if (file.startsWith('test/') && FRAGMENT.test(line)) {
      match('title without a subject', file, index + 1, line, 'a full sentence');
    }
  }
}
if (count) for (const [name, number] of [...totals].sort((a, b) => b[1] - a[1])) console.log(`${name}: ${number}`);
if (found > 0) console.log(`\n${found} matches of words that the project does not use`);
process.exitCode = found > 0 && !count ? 1 : 0;
