/** One fix of a simulated vehicle, with the fields of a location in the API. */
export type Fix = {
  /** UTC */
  readonly dateTime: string;
  /** degrees, WGS 84 */
  readonly latitude: number;
  readonly longitude: number;
  /** m/s */
  readonly speed: number;
  /** degrees from true north, below 360 */
  readonly course: number;
  /** m above mean sea level */
  readonly altitude: number;
  readonly satellites: number;
  /** % */
  readonly battery: number;
};
