// A proxy for npm that connects to the host of its registry only, and prints every host that was asked for.
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { argv } from 'node:process';

const [, , registry] = argv;
const { hostname: allowed } = new URL(registry);
const server = createServer((_, response) => response.writeHead(405).end());
server.on('connect', ({ url }, socket) => {
  const { hostname, port } = new URL(`https://${url}`);
  process.stdout.write(`host ${hostname}\n`);
  socket.on('error', () => undefined);
  if (hostname !== allowed) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  const upstream = connect(Number(port || 443), hostname, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`port ${server.address().port}\n`));
