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

/**
 * A table of `count` devices that has only the visible rows, from a page without a library, and scrolls in `main`: what this
 * browser on this machine needs at least.
 */
export const bareTable = (count: number): string => `<!doctype html><meta charset=utf-8><title>Devices</title><style>
body { margin: 0 } main { height: 100vh; overflow: auto } td { height: 32px; padding: 0 8px }
</style><main><div><table><tbody></tbody></table></div></main><script>
const [main, body] = [document.querySelector('main'), document.querySelector('tbody')];
document.querySelector('div').style.cssText = 'position: relative; height: ${32 * count}px';
const draw = () => {
  const first = Math.floor(main.scrollTop / 32);
  body.parentElement.style.cssText = 'position: absolute; top: ' + 32 * first + 'px';
  body.textContent = '';
  for (let at = first; at < Math.min(${count}, first + 40); at++) {
    const row = body.insertRow();
    const link = row.insertCell().appendChild(document.createElement('a'));
    [link.href, link.textContent] = ['/devices/' + at, 'Vehicle ' + at];
    for (const text of [at, 'P-' + at, '', '', '', '']) row.insertCell().textContent = text;
  }
};
main.addEventListener('scroll', draw);
draw();
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
