import { expect } from 'chai';
import { configSchema } from '../../../../src/schema/config/config.js';
import { isSecretKey, SETTING_KEYS } from '../../../../src/schema/system/settings.js';
import { SECTIONS } from '../../../../src/web/pages/settings/sections.js';

type SchemaNode = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
};

const schemaOf = (key: string): SchemaNode | undefined =>
  key.split('.').reduce<SchemaNode | undefined>((node, name) => node?.properties?.[name], configSchema);

describe('the sections of the settings page', () => {
  const rows = SECTIONS.flatMap((section) => section.rows);

  it('each setting of the API has one field', () => {
    expect(rows.map(({ key }) => key)).to.have.members(SETTING_KEYS);
  });

  it('the fields have the bounds and choices of the configuration', () => {
    for (const { key, min, max, maxLength, options } of rows) {
      const schema = schemaOf(key);
      expect(min, key).to.equal(schema?.minimum);
      expect(max, key).to.equal(schema?.maximum);
      if (maxLength !== undefined) expect(maxLength, key).to.equal(schema?.maxLength);
      expect(
        options?.map(([value]) => value),
        key,
      ).to.deep.equal(schema?.enum);
    }
  });

  it('secrets are written and never read', () => {
    for (const { key, kind } of rows) expect(kind === 'secret', key).to.equal(isSecretKey(key));
  });
});
