import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { request } from '../../support/api/client.js';
import { expectFailure } from '../../support/api/envelope.js';

describe('the API documentation page', () => {
  const app = useApp();
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    // With If-None-Match, `fetch` sends `Cache-Control: no-cache` unless the header is set.
    fetch(app.url() + path, { headers: { 'Cache-Control': 'max-age=0', ...headers } });

  it('the page is public and loads only from the gateway', async () => {
    const page = await get('/docs');
    expect(page.status).to.equal(200);
    expect(page.headers.get('Content-Type')).to.equal('text/html; charset=utf-8');
    const text = await page.text();
    expect(text).not.to.match(/https?:|\/\/[a-z]/);
    expect(text).not.to.match(/<script>|<style|style=|\son\w+=/);
    const parts = [...text.matchAll(/(?:src|href)="(?!data:)([^"]*)"/g)].map(([, path = '']) => path);
    for (const path of parts) expect((await get(`/${path}`)).status, path).to.equal(200);
    expect(parts).to.include.members(['docs/init.js', 'docs/swagger-ui-bundle.js', 'docs/swagger-ui.css']);
  });

  it('the page runs only its own code', async () => {
    const policy = (await get('/docs')).headers.get('Content-Security-Policy') ?? '';
    expect(policy).to.include("default-src 'self'").and.not.include('script-src').and.not.include('unsafe-eval');
  });

  for (const [path, type] of [
    ['/docs', 'text/html'],
    ['/docs/init.js', 'text/javascript'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript'],
    ['/docs/swagger-ui.css', 'text/css'],
    ['/docs/messages', 'text/html'],
  ] as const) {
    it(`${path} is revalidated and sent again only when it has changed`, async () => {
      const first = await get(path);
      expect(first.headers.get('Content-Type')).to.equal(`${type}; charset=utf-8`);
      expect(first.headers.get('Cache-Control')).to.equal('no-cache');
      const tag = first.headers.get('ETag') ?? '';
      const again = await get(path, { 'If-None-Match': tag });
      expect(again.status).to.equal(304);
      expect(await again.text()).to.equal('');
      expect((await get(path, { 'If-None-Match': '"other"' })).status).to.equal(200);
    });
  }

  it('the messages are listed with status, sentence, fix and values, as a page and as JSON', async () => {
    const { messages } = (await (await get('/docs/messages.json')).json()) as { messages: { id: string }[] };
    expect(messages).to.have.length.above(100);
    const byId = new Map(messages.map((message) => [message.id, message]));
    expect(byId.get('group.nameTaken')).to.deep.equal({
      id: 'group.nameTaken',
      status: 409,
      code: 'conflict',
      sentence: '{field}: group {name} already exists',
      fix: null,
      values: ['name'],
    });
    expect(byId.get('group.hasUsers')).to.include({ status: 409, fix: 'change these users first' });
    expect(byId.get('host.unknown')).to.deep.include({
      fix: 'use the address of the gateway, or add the name to http.hosts in its configuration',
      values: ['host'],
    });
    const page = await (await get('/docs/messages')).text();
    expect(page).to.include('<tr id="group.nameTaken"><td>group.nameTaken</td><td>409</td><td>conflict</td>');
    expect(page)
      .to.include('&lt;token of POST /api/Auth/Token&gt;')
      .and.not.match(/<script|<style|style=|\son\w+=/);
  });

  it('the document names the ids of all messages, and leaves room for those of later versions', async () => {
    const document = (await (await get('/openapi.json')).json()) as {
      components: { schemas: Record<string, { properties?: Record<string, Record<string, unknown>> }> };
    };
    const { GatewayMessage, Failure } = document.components.schemas;
    expect(GatewayMessage?.properties?.id?.['x-extensible-enum']).to.include.members(['group.nameTaken', 'value.type']);
    expect(GatewayMessage?.properties?.id).not.to.have.property('enum');
    expect(Failure?.properties?.message).to.deep.equal({ $ref: '#/components/schemas/GatewayMessage' });
  });

  it('no other file is served', async () => {
    for (const path of ['/docs/LICENSE', '/docs/..%2f..%2fmain.js', '/docs/__proto__', '/docs/toString']) {
      expectFailure(await request(app.url(), 'GET', path), 'not_found');
    }
  });
});
