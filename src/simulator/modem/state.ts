/** The settings of a modem, which a power failure resets. */
export type ModemSettings = {
  echo: boolean;
  pduMode: boolean;
  /** errors have codes (+CMEE) */
  errorCodes: boolean;
  /** delivery reports are sent (+CNMI) */
  reports: boolean;
  /** registration changes are sent (+CREG) */
  reportsRegistration: boolean;
  /** the SIM is unlocked */
  simOpen: boolean;
};

export type ModemState = {
  settings: ModemSettings;
  /** remaining PIN attempts */
  pinAttempts: number;
  /** state in +CREG: 1 registered at home, 2 searching */
  registration: number;
  /** number of the message center; empty if the SIM has none */
  center: string;
};

export const factorySettings = (simOpen: boolean): ModemSettings => ({
  echo: true,
  pduMode: false,
  errorCodes: false,
  reports: false,
  reportsRegistration: false,
  simOpen,
});
