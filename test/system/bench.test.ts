import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { parts } from '../bench/parts.js';

describe('the bench', () => {
  // The soak runs under a clock 144 times as fast: what it finds depends on a machine that is quiet.
  for (const { name, title } of parts.filter((part) => part.name !== 'soak')) {
    it(`the part ${name} measures and prints its table`, async () => {
      const child = spawn(process.execPath, ['dist/test/bench/bench.js', name, '--tiny'], {
        // Alternatives that have to be installed first are left out.
        env: { ...process.env, WAYPOST_BENCH_PEERS: 'waypost,bare koa' },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => (output += text.toString()));
      const [code] = (await once(child, 'close')) as [number | null];
      expect(code, output).to.equal(0);
      expect(output).to.include(`## ${title}`);
      expect(output).to.match(/^\| [^|]+\|.*\d/m);
      expect(output).to.not.match(/NaN|undefined/);
    });
  }
});
