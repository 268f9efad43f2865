/** `read_job`: the output of a background command, and whether it is still running. */
import Type from 'typebox';
import { defineTool } from '../tool/define-tool.ts';
import { describeJob, type JobControl } from '../tool/job.ts';
import type { AgentTool } from '../tool/tool.ts';

const longestWait = 300_000;

export function createReadJob(jobs: JobControl): AgentTool {
  return defineTool({
    name: 'read_job',
    description:
      'Reads the output that a background command (run_command with background) has printed since you last read it, and says whether it is still running. ' +
      'You are not notified when it ends: to wait for it, set wait_ms instead of sleeping or calling repeatedly.',
    parameters: Type.Object({
      job: Type.Integer({ minimum: 1, description: 'The job number that run_command returned.' }),
      wait_ms: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: longestWait,
          description: `Wait up to this many milliseconds for the job to end before reading, at most ${longestWait}. Default: 0.`,
        }),
      ),
      all: Type.Optional(
        Type.Boolean({ description: 'Return the whole output, not only what is new. Default: false.' }),
      ),
    }),
    kind: 'read',
    // Reading consumes what is new: one reader at a time.
    access: ({ job }) => ({ writes: [`job:${job}`] }),
    // The tool has its own time limit.
    timeoutMs: 0,
    run: async ({ job: number, wait_ms: waitMs = 0, all = false }, { signal }) => {
      await jobs.wait(number, waitMs, signal);
      const found = jobs.read(number, all);
      if (found === undefined) return { text: unknownJob(number, jobs), failed: true };
      const { job, text } = found;
      const more =
        job.outputName === undefined
          ? []
          : [`[Complete output: read_output with ${JSON.stringify({ name: job.outputName })}.]`];
      return [describeJob(job), text === '' ? '(no new output)' : text, ...more].join('\n\n');
    },
  });
}

export function unknownJob(number: number, { all }: Pick<JobControl, 'all'>): string {
  const known = all.map((job) => job.number);
  return known.length === 0
    ? `There is no job ${number}: no background command was started in this session.`
    : `There is no job ${number}. Jobs of this session: ${known.join(', ')}.`;
}
