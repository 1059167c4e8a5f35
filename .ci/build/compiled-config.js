// The code that ajv makes of the schema of the configuration, as a module in the place of src/schema/config/compiled-config.ts.
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ajvCode from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

const ENTRY = `export { configSchema } from './src/schema/config/config.js';
export { createAjv } from './src/schema/validator.js';`;

/** The text of the module. Its `formats` are those of the validators: the name of each and how to check it. */
export async function compiledConfigModule() {
  const outfile = resolve('dist/.config-schema.mjs');
  await build({
    stdin: { contents: ENTRY, resolveDir: '.', loader: 'ts' },
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  try {
    const { configSchema, createAjv } = await import(`${pathToFileURL(outfile)}?${Date.now()}`);
    const ajv = createAjv({ source: true, formats: ajvCode._`formats` });
    const code = standalone.default(ajv, ajv.compile(configSchema));
    return `export const compiledConfig = (formats) => {\nconst module = {};\n${code}\nreturn module.exports;\n};\n`;
  } finally {
    await rm(outfile, { force: true });
  }
}

/** Of esbuild. */
export const compiledConfig = {
  name: 'compiled-config',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]schema[/\\]config[/\\]compiled-config\.ts$/ }, async () => ({
      contents: await compiledConfigModule(),
      loader: 'js',
      resolveDir: '.',
    }));
  },
};
