import type { SettingRow } from './setting-row.js';
import type { SectionForm } from './use-section.js';

/** What the control of a setting gets; `attributes`: those of its element. */
export type ControlProps = {
  readonly row: SettingRow;
  readonly form: SectionForm;
  readonly attributes: {
    readonly name: string;
    readonly disabled: boolean;
    readonly value: string;
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-describedby': string | undefined;
  };
};
