import { readdirSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';

const FOLDER = new URL('../../src/schema/', import.meta.url);

/** The schema of an export: of a schema, or of what checks with it. */
function schemaOf(name: string, value: unknown): object | undefined {
  if (typeof value === 'function' && 'schema' in value) return value.schema as object;
  return name.endsWith('Schema') && typeof value === 'object' && value !== null ? value : undefined;
}

describe('the schemas', () => {
  it('all of them are valid JSON Schemas: the validators rely on it', async () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    const ajv = new Ajv2020();
    const wrong: string[] = [];
    let count = 0;
    for (const file of files) {
      const exported = (await import(new URL(file, FOLDER).href)) as Readonly<Record<string, unknown>>;
      for (const [name, value] of Object.entries(exported)) {
        const schema = schemaOf(name, value);
        if (schema === undefined) continue;
        count += 1;
        if (ajv.validateSchema(schema) !== true) wrong.push(`${file}: ${name}: ${ajv.errorsText(ajv.errors)}`);
      }
    }
    expect(wrong).to.deep.equal([]);
    expect(count).to.be.above(80);
    expect(ajv.validateSchema({ type: 'text' })).to.equal(false);
  });
});
