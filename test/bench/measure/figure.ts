/** One line of a part's table. */
export type Figure = {
  readonly figure: string;
  readonly measured: number;
  readonly unit: string;
  /** what it is compared with in the same run: a ceiling or a peer */
  readonly against?: { readonly name: string; readonly value: number };
  /** omitted: of the two values above */
  readonly ratio?: number;
  /** for the ratio, or without one for the measured value */
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
};

const ratioOf = ({ measured, against, ratio }: Figure): number | undefined =>
  ratio ?? (against === undefined ? undefined : measured / against.value);

/** undefined: without a goal */
export function isMet(figure: Figure): boolean | undefined {
  const { goal, measured } = figure;
  const value = ratioOf(figure) ?? measured;
  if (goal === undefined) return undefined;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** Three digits at least, and all of the whole number. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100 || value === 0) return Math.round(value).toLocaleString('en');
  return value
    .toPrecision(3)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

function cellsOf(figure: Figure): string[] {
  const { unit, measured, against, goal } = figure;
  const ratio = ratioOf(figure);
  const met = isMet(figure);
  const bound = goal === undefined ? '' : 'atLeast' in goal ? `≥ ${digits(goal.atLeast)}` : `≤ ${digits(goal.atMost)}`;
  return [
    `${figure.figure}, ${unit}`,
    digits(measured),
    against === undefined ? '' : `${digits(against.value)} ${against.name}`,
    ratio === undefined ? '' : ratio.toFixed(2),
    bound,
    met === undefined ? '' : met ? 'met' : '**not met**',
  ];
}

export const figureTable = (figures: readonly Figure[]): string =>
  markdownTable(['figure', 'measured', 'ceiling or peer', 'ratio', 'goal', 'result'], figures.map(cellsOf));

/** Markdown with aligned columns; all but the first are right-aligned. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(3, head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string => {
    const padded = widths.map((width, at) =>
      at === 0 ? (cells[at] ?? '').padEnd(width) : (cells[at] ?? '').padStart(width),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}
