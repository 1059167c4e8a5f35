import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isMailAddress } from '../../../src/schema/messages/mail-address.js';
import { isCountry, isTimeZone } from '../../../src/schema/countries-and-zones.js';
import { isTelephoneNumber } from '../../../src/schema/messages/telephone-number.js';
import { isPrintable } from '../../../src/schema/printable-text.js';
import { isWebhookName } from '../../../src/schema/messages/webhook-name.js';
import { isWebhookUrl } from '../../../src/schema/messages/webhook-url.js';

/** The parts of an OpenAPI document that the tests use. */
export type Schema = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
};
export type Operation = {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export type Exchange = {
  readonly method: string;
  /** as sent, including the query */
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  /** parsed where it is JSON */
  readonly body: unknown;
};

/** One compiled check per schema, by its position in the document. */
export function createSchemas(document: OpenApi): (...place: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat('date-time', fullFormats['date-time']).addFormat('date', fullFormats.date);
  ajv.addFormat('time-zone', { validate: isTimeZone }).addFormat('country', { validate: isCountry });
  ajv.addFormat('mail-address', { validate: isMailAddress });
  ajv.addFormat('telephone-number', { validate: isTelephoneNumber });
  ajv.addFormat('webhook-name', { validate: isWebhookName });
  ajv.addFormat('line', { validate: isPrintable });
  ajv.addFormat('webhook-url', { validate: isWebhookUrl });
  ajv.addSchema(document, 'document', undefined, false);
  const compiled = new Map<string, ValidateFunction>();
  return (...place) => {
    const pointer = place.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` });
    compiled.set(pointer, check);
    return check;
  };
}

/** The responses of paths or methods that are not in the document. */
const UNKNOWN = [400, 404, 405, 431, 501];

/** How a response differs from the document; undefined if it matches. */
export function createAnswerCheck(document: OpenApi): (exchange: Exchange) => string | undefined {
  const schemaAt = createSchemas(document);
  const paths = Object.keys(document.paths).map((path) => ({ path, fits: patternOf(path) }));

  function wrongBody(check: ValidateFunction, body: unknown): string | undefined {
    if (check(body)) return undefined;
    const [error] = check.errors ?? [];
    const { instancePath, message, params } = error ?? {};
    return `${instancePath ?? ''} ${message ?? ''} ${JSON.stringify(params)}: ${JSON.stringify(body).slice(0, 1000)}`;
  }

  return ({ method, path, status, contentType, body }) => {
    const [bare = ''] = path.split('?');
    const known = paths.filter(({ fits }) => fits.test(bare)).map((one) => one.path);
    const name = method.toLowerCase();
    const own = known.find((one) => document.paths[one]?.[name] !== undefined);
    if (own === undefined) {
      // The framework answers these two methods from the GET route.
      const fits = UNKNOWN.includes(status) || (/^(head|options)$/.test(name) && status < 500);
      return fits ? undefined : `${method} ${path} → ${status}, though it is not in the document`;
    }
    const content = document.paths[own]?.[name]?.responses[String(status)]?.content;
    const at = `${method} ${own} → ${status}`;
    if (content === undefined) return `${at} is not declared: ${JSON.stringify(body).slice(0, 500)}`;
    const [type = ''] = contentType.split(';');
    if (content[type] === undefined) return `${at}: ${type} is not declared`;
    const wrong = wrongBody(schemaAt('paths', own, name, 'responses', String(status), 'content', type, 'schema'), body);
    return wrong === undefined ? undefined : `${at} does not fit: ${wrong}`;
  };
}

/** Paths match case-insensitively, and devices also have their older path. */
function patternOf(path: string): RegExp {
  const pattern = path
    .replace('/api/devices/', '/api/devices?/')
    .replaceAll('.', '\\.')
    .replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`, 'i');
}
