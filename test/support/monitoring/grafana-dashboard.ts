import { readFileSync } from 'node:fs';
import { createAjv } from '../../../src/schema/validator.js';

const text = { type: 'string', minLength: 1 } as const;
const datasource = {
  type: 'object',
  required: ['type', 'uid'],
  properties: { type: { const: 'prometheus' }, uid: { const: '${DS_PROMETHEUS}' } },
  additionalProperties: false,
} as const;

const panel = {
  type: 'object',
  required: ['id', 'type', 'title', 'description', 'datasource', 'gridPos', 'fieldConfig', 'options', 'targets'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    type: { enum: ['stat', 'timeseries'] },
    title: text,
    description: text,
    datasource,
    gridPos: {
      type: 'object',
      required: ['x', 'y', 'w', 'h'],
      properties: {
        x: { type: 'integer', minimum: 0, maximum: 23 },
        y: { type: 'integer', minimum: 0 },
        w: { type: 'integer', minimum: 1, maximum: 24 },
        h: { type: 'integer', minimum: 1 },
      },
      additionalProperties: false,
    },
    fieldConfig: {
      type: 'object',
      required: ['defaults', 'overrides'],
      properties: { defaults: { type: 'object', required: ['unit'] }, overrides: { type: 'array' } },
      additionalProperties: false,
    },
    options: { type: 'object' },
    targets: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['refId', 'datasource', 'expr', 'legendFormat'],
        properties: { refId: { type: 'string', pattern: '^[A-Z]$' }, datasource, expr: text, legendFormat: text },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const;

const variable = {
  type: 'object',
  required: ['name', 'type', 'datasource', 'query', 'refresh'],
  properties: {
    name: { type: 'string', pattern: '^\\w+$' },
    type: { const: 'query' },
    datasource,
    query: {
      type: 'object',
      required: ['query', 'refId'],
      properties: { query: { type: 'string', pattern: '^label_values\\(.+, \\w+\\)$' }, refId: text },
      additionalProperties: false,
    },
    // 0: never, 1: when the dashboard loads, 2: when the time range changes.
    refresh: { enum: [0, 1, 2] },
  },
} as const;

/** The fields of the dashboard JSON model as Grafana documents them, and those of an export for other Grafanas. */
const dashboard = {
  type: 'object',
  required: ['__inputs', '__requires', 'id', 'uid', 'title', 'time', 'templating', 'panels', 'schemaVersion'],
  properties: {
    __inputs: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['name', 'label', 'type', 'pluginId', 'pluginName'],
        properties: {
          name: { const: 'DS_PROMETHEUS' },
          type: { const: 'datasource' },
          pluginId: { const: 'prometheus' },
        },
      },
    },
    __requires: { type: 'array', items: { type: 'object', required: ['type', 'id', 'name', 'version'] } },
    id: { type: 'null' },
    uid: { type: 'string', minLength: 8, maxLength: 40 },
    title: text,
    description: text,
    tags: { type: 'array', items: text },
    timezone: { enum: ['utc', 'browser'] },
    editable: { type: 'boolean' },
    graphTooltip: { enum: [0, 1, 2] },
    time: {
      type: 'object',
      required: ['from', 'to'],
      properties: { from: text, to: text },
      additionalProperties: false,
    },
    timepicker: { type: 'object' },
    refresh: { type: 'string', pattern: '^\\d+[smh]$' },
    schemaVersion: { type: 'integer', minimum: 36 },
    version: { type: 'integer', minimum: 0 },
    links: { type: 'array' },
    annotations: { type: 'object', required: ['list'] },
    templating: {
      type: 'object',
      required: ['list'],
      properties: { list: { type: 'array', items: variable } },
      additionalProperties: false,
    },
    panels: { type: 'array', minItems: 1, items: panel },
  },
  additionalProperties: false,
} as const;

type GridPosition = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
export type Dashboard = {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: GridPosition;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly query: { readonly query: string } }[];
  };
};

export const readDashboard = (): Dashboard =>
  JSON.parse(readFileSync('systemd/monitoring/grafana.json', 'utf8')) as Dashboard;

/** What is wrong with a dashboard; empty: nothing. */
export function dashboardErrors(value: unknown): readonly string[] {
  const validate = createAjv().compile(dashboard);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

/** The expressions of the panels and the selectors of the variables, with values for Grafana's variables. */
export function expressionsOf({ panels, templating }: Dashboard): readonly string[] {
  const selectors = templating.list.map(({ query }) =>
    query.query.replace(/^label_values\((.+), (\w+)\)$/, 'count by ($2) ($1)'),
  );
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  return [...selectors, ...expressions].map((expr) => expr.replaceAll('$__rate_interval', '5m'));
}
