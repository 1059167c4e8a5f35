/** What is set in a modem, and gone when it is without power for a moment. */
export type Settings = {
  echo: boolean;
  pduMode: boolean;
  /** refusals have codes */
  codes: boolean;
  /** reports about SMS are said */
  reports: boolean;
  /** changes of the registration are said */
  telling: boolean;
  /** the SIM is */
  open: boolean;
};

export type ModemState = {
  set: Settings;
  /** left for the PIN */
  tries: number;
  /** +CREG's word: 1 is at home, 2 searches */
  registration: number;
  /** number of the message centre; empty: the SIM has none */
  centre: string;
};

export const factorySettings = (open: boolean): Settings => ({
  echo: true,
  pduMode: false,
  codes: false,
  reports: false,
  telling: false,
  open,
});
