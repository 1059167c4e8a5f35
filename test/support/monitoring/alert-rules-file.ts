import { readFileSync } from 'node:fs';

export const RULES_FILE = 'systemd/monitoring/waypost-alerts.yml';

export type PrometheusRule = {
  readonly alert: string;
  readonly expression: string;
  /** how long the condition holds before the alert is raised; empty: not at all */
  readonly lasting: string;
  readonly severity: string;
  readonly description: string;
};

/** The alert rules for Prometheus; each value is on one line of the file. */
export function readPrometheusRules(): readonly PrometheusRule[] {
  const [, ...parts] = readFileSync(RULES_FILE, 'utf8').split(/^ +- alert: /m);
  return parts.map((part) => {
    const valueOf = (pattern: RegExp): string => pattern.exec(part)?.[1] ?? '';
    return {
      alert: valueOf(/^(\w+)$/m),
      expression: valueOf(/^ +expr: (.+)$/m),
      lasting: valueOf(/^ +for: (\w+)$/m),
      severity: valueOf(/^ +labels: \{ severity: (\w+) \}$/m),
      description: valueOf(/^ +description: '(.+)'$/m),
    };
  });
}
