import { constants, openSync } from 'node:fs';
import { ReadStream } from 'node:tty';

/** The ceiling: reads a terminal and counts its lines, and answers each message with the count: `node … PATH`. */

const LINE_FEED = 10;
let lines = 0;

const fd = openSync(process.argv[2] ?? '', constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
const stream = new ReadStream(fd);
stream.on('data', (chunk: Buffer) => {
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
});
process.on('message', () => process.send?.(lines));
process.on('disconnect', () => {
  process.exit();
});
process.send?.('ready');
