/** The series of a text in the format of Prometheus 0.0.4: by metric the values of each label. */
export type ScrapedMetrics = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

export function parseMetrics(text: string): ScrapedMetrics {
  const metrics = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = metrics.get(name) ?? new Map<string, Set<string>>();
    metrics.set(name, known);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      known.set(label, (known.get(label) ?? new Set()).add(value));
    }
  }
  return metrics;
}

/** Prometheus adds these to every series of a target, and `up` is its own metric. */
const TARGET_LABELS = new Set(['job', 'instance']);
const OWN_METRICS: ScrapedMetrics = new Map([['up', new Map()]]);

/** What a PromQL expression uses and the gateway does not have: metrics, labels, and values of labels with fixed values. */
export function missingIn(expression: string, metrics: ScrapedMetrics): readonly string[] {
  const selectors = [...expression.matchAll(/\b((?:waypost|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g)];
  if (selectors.length === 0) return [`no metric in ${expression}`];
  const used = selectors.map(([, name = '', matchers = '']) => ({ name, matchers }));
  const labelsOfAll = new Set(used.flatMap(({ name }) => [...(metrics.get(name)?.keys() ?? [])]));
  return [...used.flatMap((selector) => missingOf(selector, metrics)), ...missingLabels(expression, labelsOfAll)];
}

type Selector = { readonly name: string; readonly matchers: string };

function missingOf({ name, matchers }: Selector, metrics: ScrapedMetrics): readonly string[] {
  const labels = metrics.get(name) ?? OWN_METRICS.get(name);
  if (labels === undefined) return [name];
  return [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)].flatMap(([, label = '', pattern = '']) => {
    if (TARGET_LABELS.has(label)) return [];
    const values = labels.get(label);
    if (values === undefined) return [`${name}{${label}}`];
    // A variable of a dashboard and a pattern have no fixed values.
    if (!/^[\w|]+$/.test(pattern)) return [];
    return pattern.split('|').flatMap((value) => (values.has(value) ? [] : [`${name}{${label}="${value}"}`]));
  });
}

/** The labels that are named in `by (…)`, `without (…)`, `on (…)` and `ignoring (…)`. */
function missingLabels(expression: string, known: ReadonlySet<string>): readonly string[] {
  return [...expression.matchAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g)]
    .flatMap(([, list = '']) => list.split(',').map((label) => label.trim()))
    .filter((label) => label !== '' && label !== 'le' && !TARGET_LABELS.has(label) && !known.has(label));
}
