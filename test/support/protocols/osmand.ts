/** Requests as in a stream of lines. */
export const osmandFrames = [
  'GET /?id=phone-1&lat=52.842278&lon=5.705820&timestamp=1763712001&speed=12.5&bearing=84.4&altitude=3&accuracy=5&batt=87 HTTP/1.1\r\n',
  'GET /?id=phone-1&lat=-2.842278&lon=105.705820&timestamp=1763712002000&alarm=sos HTTP/1.1\r\n',
  'GET /?deviceid=phone-1&location=52.5,5.25&timestamp=2026-11-21T08:00:03Z HTTP/1.1\r\n',
];
