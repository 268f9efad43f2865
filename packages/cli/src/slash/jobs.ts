/** `/jobs`: lists the background commands of the session, shows their output, and stops them. */
import type { Job } from '@interlock/runtime';
import type { SlashCommand, SlashContext } from './slash-command.ts';

/** The number of lines at the end of the output that are shown. */
const maxLines = 40;

export const jobs: SlashCommand = {
  name: 'jobs',
  summary: 'list background commands; <number> shows the output, stop <number> ends one',
  argument: '[<number> | stop <number>]',
  duringTurn: true,
  run: async (context, argument) => {
    const { session, say, choose } = context;
    const all = session.state.jobs;
    const [, stop, number] = /^(?:(stop)\s+)?(\d+)$/.exec(argument) ?? [];
    if (argument !== '' && number === undefined)
      return say('Write /jobs, /jobs <number>, or /jobs stop <number>.', 'warning');
    if (all.length === 0) return say('No background commands in this session.');
    if (number !== undefined) {
      const job = all.find((one) => one.number === Number(number));
      if (job === undefined) return say(`There is no job ${number}. /jobs lists them.`, 'warning');
      return stop === undefined ? show(context, job) : end(context, job);
    }
    const listed = all.toReversed();
    const items = await Promise.all(listed.map(itemOf));
    const chosen = listed[(await choose('Background commands:', items)) ?? -1];
    if (chosen === undefined) return;
    if (chosen.outcome !== undefined) return show(context, chosen);
    const action = await choose(`Job ${chosen.number} is running.`, [
      { name: 'Show its output', note: '' },
      { name: 'Stop it', note: '' },
    ]);
    if (action === 0) await show(context, chosen);
    if (action === 1) await end(context, chosen);
  },
};

async function itemOf(job: Job): Promise<{ readonly name: string; readonly note: string }> {
  const { describeJob } = await import('@interlock/runtime');
  return { name: job.command.replaceAll(/\s+/gu, ' '), note: describeJob(job) };
}

async function show({ session, say }: SlashContext, job: Job): Promise<void> {
  const { describeJob } = await import('@interlock/runtime');
  const lines = (session.jobOutput(job.number) ?? '').trimEnd().split('\n');
  const hidden = lines.length - maxLines;
  const shown = [...(hidden > 0 ? [`… ${hidden} more lines above`] : []), ...lines.slice(-maxLines)].join('\n');
  say([describeJob(job), shown === '' ? '(no output)' : shown].join('\n'));
}

/** The session reports its end. */
async function end({ session, say }: SlashContext, { number }: Job): Promise<void> {
  if (!(await session.stopJob(number))) say(`Job ${number} is not running.`, 'warning');
}
