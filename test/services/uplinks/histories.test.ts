import { describeHistories } from '../../support/uplinks/model/describe-histories.js';

// The suite fuzz runs more of them.
describeHistories(60);
