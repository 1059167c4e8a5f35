import type { JSX } from 'preact';
import { secretFieldName, type CapabilityView } from './provisioning-data.js';

/** Passwords that a tracker may require; sent once and never stored. */
export const SecretFields = ({ capability }: { readonly capability: CapabilityView | undefined }): JSX.Element => (
  <>
    {Object.entries(capability?.secrets ?? {}).map(([name, description]) => (
      <label key={name}>
        {name}
        <input
          type="password"
          name={secretFieldName(name)}
          maxLength={256}
          autocomplete="off"
          aria-describedby={`secret-${name}`}
        />
        <span class="small muted hint" id={`secret-${name}`}>
          {description}
        </span>
      </label>
    ))}
  </>
);
