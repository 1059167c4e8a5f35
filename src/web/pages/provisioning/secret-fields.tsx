import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { useServerText } from '../../components/server-text.js';
import { provisioningText } from './provisioning.text.js';
import { secretFieldName, type CapabilityView } from './provisioning-data.js';

const isKnownSecret = (name: string): name is 'password' | 'key' => name === 'password' || name === 'key';

/** Passwords that a tracker may require; sent once and never stored. */
export function SecretFields({ capability }: { readonly capability: CapabilityView | undefined }): JSX.Element {
  const t = useText(provisioningText);
  const serverText = useServerText();
  return (
    <>
      {Object.entries(capability?.secrets ?? {}).map(([name, description]) => (
        <label key={name}>
          {isKnownSecret(name) ? t(name) : name}
          <input
            type="password"
            name={secretFieldName(name)}
            maxLength={256}
            autocomplete="off"
            aria-describedby={`secret-${name}`}
          />
          <span class="small muted hint" id={`secret-${name}`}>
            {serverText(description)}
          </span>
        </label>
      ))}
    </>
  );
}
