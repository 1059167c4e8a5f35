import { expect } from 'chai';
import { createRequestDurations } from '../../../src/services/system/request-durations.js';

describe('createRequestDurations', () => {
  it('the histogram counts each request in every bucket that is not too short for it', () => {
    const durations = createRequestDurations();
    for (const seconds of [0.001, 0.002, 11]) durations.record({ method: 'GET', route: '/a', status: 200, seconds });
    durations.record({ method: 'POST', route: '/a', status: 201, seconds: 0 });
    const lines = durations.text().split('\n');
    const name = 'waypost_http_request_duration_seconds';
    const labels = 'method="GET",route="/a",status="200"';
    expect(lines.slice(0, 2).map((line) => line.split(' ').slice(0, 3))).to.deep.equal([
      ['#', 'HELP', name],
      ['#', 'TYPE', name],
    ]);
    expect(lines).to.include.members([
      `${name}_bucket{le="0.001",${labels}} 1`,
      `${name}_bucket{le="0.0025",${labels}} 2`,
      `${name}_bucket{le="10",${labels}} 2`,
      `${name}_bucket{le="+Inf",${labels}} 3`,
      `${name}_sum{${labels}} 11.003`,
      `${name}_count{${labels}} 3`,
      `${name}_count{method="POST",route="/a",status="201"} 1`,
    ]);
  });
});
