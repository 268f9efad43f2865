/** The scheduler of a session: it lives as long as the session does, and each response of the model is one batch. (REQ-915-030) */
import { createArgumentCheck } from '../tool/validate-arguments.ts';
import { BatchRun } from './batch-run.ts';
import type { Scheduler, SchedulerOptions } from './scheduler.ts';

export function createScheduler(options: SchedulerOptions): Scheduler {
  const check = createArgumentCheck();
  return { run: (calls, signal) => new BatchRun(options, check, signal).run(calls) };
}
