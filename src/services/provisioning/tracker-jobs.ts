import { createTrackerJob, type WorkerPort, type TrackerJob, type TrackerJobOptions } from './tracker-job.js';
import { createPlanner, type PlannerOptions } from './planner.js';

/** What is decided and written down of the trackers of one provisioning. */
export type TrackerJobs = {
  readonly createJob: (port: WorkerPort) => TrackerJob;
  /** rows of the list that nobody has got; null: there is no list */
  readonly rowsLeft: () => number | null;
};

export type TrackerJobsOptions = Omit<TrackerJobOptions, 'port' | 'planner' | 'portByDeviceId'> &
  Omit<PlannerOptions, 'state'>;

export function createTrackerJobs(options: TrackerJobsOptions): TrackerJobs {
  const planner = createPlanner({ ...options, state: options.store.state });
  const portByDeviceId = new Map<string, string>();
  return {
    createJob: (port) => createTrackerJob({ ...options, port, planner, portByDeviceId }),
    rowsLeft: planner.rowsLeft,
  };
}
