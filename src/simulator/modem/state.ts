/** What is set in a modem, and gone when it is without power for a moment. */
export type ModemSettings = {
  echo: boolean;
  pduMode: boolean;
  /** refusals have codes */
  errorCodes: boolean;
  /** reports about SMS are said */
  reports: boolean;
  /** changes of the registration are said */
  reportsRegistration: boolean;
  /** the SIM is */
  simOpen: boolean;
};

export type ModemState = {
  settings: ModemSettings;
  /** left for the PIN */
  pinAttempts: number;
  /** +CREG's word: 1 is at home, 2 searches */
  registration: number;
  /** number of the message centre; empty: the SIM has none */
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
