import type { Texts } from '../translations.js';

export const ruleForm: Texts<'ruleForm'> = {
  name: 'Nombre',
  enabled: 'Activada',
  alerts: 'Alertas',
  anyAlert: 'Todas las alertas menos las de límites diarios',
  someAlerts: 'Solo estas alertas',
  otherAlerts: 'Otros nombres, uno por línea',
  otherAlertsHint: 'Tal como los muestra la página de alertas, como Crash o Jamming.',
  limitAlerts: 'Alertas de límites diarios',
  limitAlertsHint:
    'Se dan al 80 y al 100 % del límite diario de un dispositivo; solo avisan las reglas que las nombran.',
  devices: 'Dispositivos',
  anyDevice: 'Todos los dispositivos, también los nuevos',
  someDevices: 'Solo estos dispositivos y grupos',
  groups: 'Grupos, con los dispositivos que tengan al darse la alerta',
  singleDevices: 'Dispositivos sueltos',
  recipients: 'Destinatarios',
  onePerLine: '{values}, en líneas separadas',
  quiet: 'Tiempo de silencio (min)',
  quietHint: 'Las repeticiones de una alerta esperan este tiempo, luego el doble cada vez, hasta un día.',
  notSetUp: 'Sin configurar: no se avisa a estos destinatarios.',
  missing: 'ya no está definido',
  switchedOff: 'desactivado',
  noneDefined: 'Todavía no hay ninguno: los añade un administrador.',
  invalid: 'No válido: {value}',
  expected: 'Se espera: {rule}',
};
