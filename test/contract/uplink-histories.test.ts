import { describeHistories } from '../support/uplinks/model/describe-histories.js';

describeHistories(Number(process.env.WAYPOST_UPLINK_HISTORIES ?? 250));
