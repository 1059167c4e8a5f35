import { expect } from 'chai';
import { pageAt } from '../../../src/web/routing/page-at.js';

describe('pageAt', () => {
  it('the previous path of the provisioning page still opens it', () => {
    for (const path of ['/provisioning', '/bench']) expect(pageAt(path)?.page.name, path).to.equal('provisioning');
  });
});
