const EMERGENCY = 'SOSButton';

/**
 * Names of alerts by alarm code, under the names of the API where they exist; null: back to normal, or a notice. Source:
 * the public GT06 and JM-VL01 protocol documents of Concox, alarm packet.
 */
const ALARMS: Readonly<Record<number, string | null>> = {
  0x01: 'SOSButton',
  0x02: 'GPSUnplugged',
  0x03: 'Vibration',
  0x04: 'ForbiddenArea',
  0x05: 'AllowedArea',
  0x06: 'SpeedLimit',
  0x09: 'Movement',
  0x0a: 'GPSNoSignal',
  0x0b: null,
  0x0c: 'PowerOn',
  0x0d: null,
  0x0e: 'ExternalPowerLow',
  0x0f: 'ExternalPowerLow',
  0x10: 'SIMChanged',
  0x11: 'PowerOff',
  0x12: 'AirplaneMode',
  0x13: 'Tampering',
  0x14: 'Door',
  0x15: 'BatteryLow',
  0x16: 'Sound',
  0x17: 'FakeBaseStation',
  0x18: 'Tampering',
  0x19: 'BatteryLow',
  0x20: null,
  0x23: 'Fall',
  0x24: 'ExternalPowerOn',
  0x29: 'HarshAcceleration',
  0x2a: 'HarshTurning',
  0x2b: 'HarshTurning',
  0x2c: 'Crash',
  0x2d: 'Rollover',
  0x30: 'HarshBraking',
  0x32: 'Removed',
  0x3c: 'Theft',
  0x3d: 'IllegalIgnition',
  0x4b: 'Tilt',
  0x4c: 'HarshTurning',
  0x4d: 'HarshLaneChange',
  0xfe: 'IgnitionOn',
  0xff: 'IgnitionOff',
};

/** Of bits 3 to 5 of the terminal information, for trackers that leave the alarm code 0. */
const STATE_ALARMS: Readonly<Record<number, string>> = {
  1: 'Vibration',
  2: 'GPSUnplugged',
  3: 'BatteryLow',
  4: 'SOSButton',
  7: 'Removed',
};

/** Of message 95, which dashboard cameras send. */
const CAMERA_ALARMS: Readonly<Record<number, string>> = {
  0x01: 'SOSButton',
  0x80: 'Vibration',
  0x87: 'SpeedLimit',
  0x90: 'HarshAcceleration',
  0x91: 'HarshBraking',
  0x92: 'HarshTurning',
  0x93: 'Crash',
};

/** Of the event module in message 70; other events are no alarms. */
const MODULE_EVENTS: Readonly<Record<number, string>> = {
  0x11: 'BatteryLow',
  0x12: 'ExternalPowerLow',
  0x13: 'GPSUnplugged',
  0x14: 'Removed',
};

/** An alarm whose meaning no public document gives is named after its code. */
const unknownAlarm = (code: number): string => `Alarm${code.toString(16).toUpperCase().padStart(2, '0')}`;

/** Of an alarm packet whose code cannot be read. */
export const UNREADABLE_ALARM = 'Alarm';

/** Of the extended message 33 of the AZ735. */
const DOOR_CONTACT_ALARMS: Readonly<Record<number, string | null>> = {
  0xa0: null,
  0xa1: null,
  0xa2: 'BatteryLow',
  0xa3: 'BatteryLow',
  0xa4: UNREADABLE_ALARM,
  0xa5: 'Door',
};

/** The names of the alert of an alarm packet. The state may name an emergency whose code is another one, or none. */
export function alarmNames(code: number, terminalInformation: number): readonly string[] {
  const state = STATE_ALARMS[(terminalInformation >> 3) & 7];
  const name = code === 0 ? state : nameOf(ALARMS, code);
  const names = name === undefined ? [] : [name];
  return state === EMERGENCY && name !== EMERGENCY ? [EMERGENCY, ...names] : names;
}

function nameOf(table: Readonly<Record<number, string | null>>, code: number): string | undefined {
  const name = table[code];
  return name === undefined ? unknownAlarm(code) : (name ?? undefined);
}

export const doorContactAlarmName = (code: number): string | undefined => nameOf(DOOR_CONTACT_ALARMS, code);

export const cameraAlarmName = (code: number): string => CAMERA_ALARMS[code] ?? unknownAlarm(code);

export const moduleEventName = (code: number): string | undefined => MODULE_EVENTS[code];
