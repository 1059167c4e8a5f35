/** A measured location without its time. */
export const POSITION = {
  latitude: 52.842278,
  longitude: 5.70582,
  speed: 12.51,
  course: 184.2,
  altitude: 4.5,
  satellites: 11,
  battery: 87,
};
