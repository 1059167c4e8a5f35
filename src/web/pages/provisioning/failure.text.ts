import { defineText } from '../../text/text.js';

/** The API's codes for why provisioning failed. */
export const failureText = defineText({
  en: {
    lost: 'Connection lost',
    no_answer: 'No reply from the tracker',
    garbled: 'Unreadable reply from the tracker',
    refused: 'Refused by the tracker',
    mismatch: 'Other settings read back',
    unsupported: 'Setting not supported',
    conflict: 'Conflict',
    forbidden: 'Not allowed',
    not_found: 'Not found',
    limit_reached: 'Limit reached',
    no_license: 'No license free',
    validation_failed: 'Invalid settings',
    store_unavailable: 'Not stored',
    internal: 'Internal error',
  },
  es: {
    lost: 'Conexión perdida',
    no_answer: 'El localizador no responde',
    garbled: 'Respuesta ilegible del localizador',
    refused: 'Rechazado por el localizador',
    mismatch: 'Se leyeron otros ajustes',
    unsupported: 'Ajuste no admitido',
    conflict: 'Conflicto',
    forbidden: 'No permitido',
    not_found: 'No encontrado',
    limit_reached: 'Límite alcanzado',
    no_license: 'Sin licencias libres',
    validation_failed: 'Ajustes no válidos',
    store_unavailable: 'No guardado',
    internal: 'Error interno',
  },
});
