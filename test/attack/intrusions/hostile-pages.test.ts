import { expect } from 'chai';
import { useBrowser } from '../../browser/browser.js';
import { startDepot, type Depot } from '../../support/dashboard/depot.js';
import { useInspector } from '../../support/dashboard/inspector.js';
import { pagePaths } from '../../support/dashboard/page-table.js';

/** What a name must not be: markup, a script, a template, an address that runs. */
const HOSTILE = [
  '<img src=x onerror="window.wasRun=1">',
  '"><script>window.wasRun=1</script>',
  '<svg/onload=window.wasRun=1>',
  "javascript:window.wasRun=1//'",
  '{{constructor.constructor("window.wasRun=1")()}}',
  '{count, plural, one {<b>#</b>} other {#}}',
] as const;

/** Each kind of entity with a name, with the parameter of the pages that show one. */
const ENTITIES: readonly {
  readonly path: string;
  readonly param?: string;
  readonly body: (name: string, at: number) => object;
}[] = [
  {
    path: '/api/devices',
    param: 'deviceId',
    body: (name, at) => ({ id: `evil-${at}`, name, description: name, tags: { [name]: name } }),
  },
  { path: '/api/groups', param: 'groupId', body: (name) => ({ name, description: name, devices: ['evil-0'] }) },
  {
    path: '/api/users',
    param: 'userId',
    body: (name, at) => ({ name, email: `evil-${at}@example.com`, country: 'ES', timeZone: 'UTC', description: name }),
  },
  { path: '/api/notifications', param: 'ruleId', body: (name) => ({ name, emails: ['a@example.com'] }) },
  {
    path: '/api/zones',
    param: 'zoneId',
    body: (name, at) => ({ name, shape: { type: 'circle', center: [4 + at, 50], radius: 500 } }),
  },
  {
    path: '/api/alertRules',
    param: 'alertRuleId',
    body: (name) => ({ name, type: 'speed', limit: 3, all: true }),
  },
  { path: '/api/templates', param: 'templateId', body: (name) => ({ name, protocol: 'wpt', settings: {} }) },
  { path: '/api/displays', body: (name) => ({ name }) },
  { path: '/api/users/administrator/keys', body: (name) => ({ name, privileges: [] }) },
  { path: '/api/devices/evil-0/alerts', body: (name) => ({ alerts: ['SOSButton', name.slice(0, 64)], text: name }) },
  {
    path: '/api/devices/evil-0/messages',
    body: (name) => ({ channel: 'email', to: 'a@example.com', subject: name, text: name }),
  },
];

type Users = { readonly users: readonly { readonly id: string; readonly name: string }[] };

describe('names that are markup, scripts and patterns', () => {
  const browser = useBrowser();
  let depot: Depot;
  before(async () => {
    depot = await startDepot();
  });
  after(() => depot.stop());

  /** The parameters of the pages of the first hostile entities. */
  async function seed(): Promise<Readonly<Record<string, string>>> {
    const { client } = depot;
    const { users } = (await client.call('GET', '/api/users')).body as unknown as Users;
    const admin = users.find(({ name }) => name === 'admin')?.id ?? '';
    const params: Record<string, string> = { ...depot.params };
    for (const { path, param, body } of ENTITIES) {
      for (const [at, name] of HOSTILE.entries()) {
        const answer = await client.call('POST', path.replace('administrator', admin), body(name, at));
        expect(answer.status, `${path} ${name}: ${JSON.stringify(answer.body.error)}`).to.equal(201);
        if (at === 0 && param !== undefined && param in params) params[param] = idIn(answer.body);
      }
    }
    return params;
  }

  it('every page shows them as text: none runs, adds an element, or asks another host for anything', async () => {
    const params = await seed();
    const { page, complaints } = await browser.open();
    await page.addInitScript(`sessionStorage.setItem('waypost.token', '${depot.client.token}')`);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(depot.url)) elsewhere.push(request.url());
    });
    const inspector = await useInspector(page);
    await page.goto(`${depot.url}/#/account`);
    await inspector.isReady();
    const paths = (await pagePaths(params)).map(({ path }) => path);
    const shown: string[] = [];
    for (const path of [...paths, `/devices/${encodeURIComponent(HOSTILE[0])}`, '/javascript:window.wasRun=1']) {
      await inspector.openPage(path);
      const found = await page.evaluate<{ readonly isRun: boolean; readonly added: number; readonly shows: boolean }>(
        `({
          isRun: window.wasRun !== undefined,
          added: document.querySelectorAll('img[src="x"], svg[onload], script:not([src]), iframe, b, a[href^="javascript" i]').length,
          shows: (document.querySelector('main') ?? document.body).innerText.includes('<img src=x'),
        })`,
      );
      expect(found, path).to.deep.include({ isRun: false, added: 0 });
      if (found.shows) shown.push(path);
    }
    console.log(`      ${paths.length} pages, ${shown.length} show a hostile name`);
    expect(shown).to.include.members(['/devices', '/groups', '/users', '/account', '/changes']);
    expect(elsewhere).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});

/** The id of what was created: the answer has it by itself or in an entity. */
function idIn(body: Readonly<Record<string, unknown>>): string {
  if (typeof body.id === 'string') return body.id;
  for (const value of Object.values(body)) {
    const { id } = (typeof value === 'object' && value !== null ? value : {}) as { readonly id?: unknown };
    if (typeof id === 'string') return id;
  }
  throw new Error(`an answer without an id: ${JSON.stringify(body)}`);
}
