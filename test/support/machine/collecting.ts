import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded into the gateway first: at SIGUSR2 it runs the garbage collector and prints the memory in use, in bytes. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`in use: ${heapUsed + external}\n`);
});
