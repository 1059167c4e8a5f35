import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BarePage = { readonly url: string; readonly close: () => void };

/** The same devices as a table from a page without a library: what this browser on this machine needs at least. */
const page = `<!doctype html><meta charset=utf-8><title>Devices</title><table class=rows><tbody></tbody></table><script>
fetch('/devices').then((answer) => answer.json()).then(({ devices }) => {
  const body = document.querySelector('tbody');
  for (const { deviceId, name, location } of devices) {
    const row = body.insertRow();
    for (const text of [deviceId, name, location?.latitude, location?.longitude, location?.eventTime])
      row.insertCell().textContent = String(text ?? '');
  }
});
</script>`;

/** `devices`: the body of `GET /api/devices` */
export async function serveBarePage(devices: unknown): Promise<BarePage> {
  const text = JSON.stringify(devices);
  const server = createServer(({ url }, response) => {
    const [type, body] = url === '/devices' ? ['application/json', text] : ['text/html', page];
    response.setHeader('content-type', type).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
}
