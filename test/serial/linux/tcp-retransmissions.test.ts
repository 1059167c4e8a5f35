import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readRetransmissions } from '../../../src/serial/linux/tcp-retransmissions.js';
import { SYSTEM_PATHS } from '../../../src/serial/linux/system-paths.js';
import { useFolder } from '../../support/store/folder.js';

const TITLE = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const REST = '     0        0 4711 1 0000000000000000 100 0 0 10 0\n';

describe('readRetransmissions', () => {
  const folder = useFolder();

  function read(rows: readonly string[], ends: Parameters<typeof readRetransmissions>[0], table = 'tcp') {
    mkdirSync(join(folder(), 'net'), { recursive: true });
    writeFileSync(join(folder(), 'net', table), TITLE + rows.map((row, n) => `   ${n}: ${row}${REST}`).join(''));
    return readRetransmissions(ends, { ...SYSTEM_PATHS, proc: folder() });
  }
  const ends = { localAddress: '10.0.0.2', localPort: 50_000, remoteAddress: '10.0.0.7', remotePort: 4_001 };

  it('the count is that of the connection with the same addresses and ports', async () => {
    const rows = [
      '0200000A:C350 0800000A:0FA1 01 00000005:00000000 01:00000010 00000009',
      '0200000A:C350 0700000A:0FA1 01 00000005:00000000 01:00000010 0000000A',
    ];
    expect(await read(rows, ends)).to.equal(10);
    expect(await read(rows, { ...ends, localPort: 50_001 })).to.equal(0);
  });

  it('a peer that answers but does not read, and one that is asked whether it is there, have no retransmissions', async () => {
    for (const timer of ['00', '02', '04'])
      expect(
        await read([`0200000A:C350 0700000A:0FA1 01 00000005:00000000 ${timer}:00000010 00000007`], ends),
      ).to.equal(0);
  });

  it('an IPv6 connection is found by its ports', async () => {
    const address = '000080FE000000000000000001000000';
    const row = `${address}:C350 ${address}:0FA1 01 00000005:00000000 01:00000010 00000006`;
    const sixth = { ...ends, localAddress: 'fe80::1', remoteAddress: 'fe80::1' };
    expect(await read([row], sixth, 'tcp6')).to.equal(6);
  });

  it('nothing is known without the table of the kernel', async () => {
    expect(await readRetransmissions(ends, { ...SYSTEM_PATHS, proc: join(folder(), 'none') })).to.equal(0);
  });
});
