/** `stop_job`: ends a background command. */
import Type from 'typebox';
import { defineTool } from '../tool/define-tool.ts';
import { describeJob, type JobControl } from '../tool/job.ts';
import type { AgentTool } from '../tool/tool.ts';
import { unknownJob } from './read-job.ts';

export function createStopJob(jobs: JobControl): AgentTool {
  return defineTool({
    name: 'stop_job',
    description:
      'Ends a background command and all processes it started, and returns the output that you have not read yet.',
    parameters: Type.Object({
      job: Type.Integer({ minimum: 1, description: 'The job number that run_command returned.' }),
    }),
    // The tool changes only what the session itself has started.
    kind: 'read',
    access: ({ job }) => ({ writes: [`job:${job}`] }),
    run: async ({ job: number }) => {
      await jobs.stop(number, 'model');
      const found = jobs.read(number);
      if (found === undefined) return { text: unknownJob(number, jobs), failed: true };
      return [describeJob(found.job), found.text === '' ? '(no new output)' : found.text].join('\n\n');
    },
  });
}
