/** `/import`: continues a session of another agent in this folder. */
import type { FoundSession } from '@interlock/import';
import type { SlashCommand, SlashContext } from './slash-command.ts';

export const importSlash: SlashCommand = {
  name: 'import',
  summary: 'continue a session of another agent (Claude Code, Codex, …)',
  argument: '[agent]',
  duringTurn: false,
  run: async (context, argument) => {
    const found = (await foreignSessions(context)).filter(({ agent }) => agent.startsWith(argument));
    if (found.length === 0) {
      const owner = argument === '' ? 'other agents' : `"${argument}"`;
      return context.say(
        `No sessions of ${owner} were found for this folder. interlock import --all looks everywhere.`,
      );
    }
    const items = await foreignItems(found);
    const chosen = found[(await context.choose('Continue which session?', items)) ?? -1];
    if (chosen !== undefined) await continueForeign(chosen, context);
  },
};

const maxSessions = 50;

export async function foreignSessions({ agent }: Pick<SlashContext, 'agent'>): Promise<readonly FoundSession[]> {
  const { findSessions } = await import('@interlock/import');
  return findSessions(agent.workspace, { limit: maxSessions });
}

export async function foreignItems(
  found: readonly FoundSession[],
): Promise<readonly { readonly name: string; readonly note: string }[]> {
  const { dateTimeText } = await import('../print/date-text.ts');
  return found.map(({ label, title, id, time, model }) => ({
    name: `${dateTimeText(time)}  ${title ?? id}`,
    note: [label, ...(model === undefined ? [] : [model])].join(' · '),
  }));
}

export async function continueForeign(chosen: FoundSession, context: SlashContext): Promise<void> {
  const [{ mapTools, readSession }, { storeImport }, { describeImport }] = await Promise.all([
    import('@interlock/import'),
    import('../sessions/store-import.ts'),
    import('../sessions/describe-import.ts'),
  ]);
  const { agent } = context;
  await context.work(`Reading the ${chosen.label} session`, async () => {
    const session = mapTools(await readSession(chosen));
    if (session.log.length === 0) return context.say('The session is empty.', 'warning');
    const result = await storeImport(session, agent.store, agent.workspace);
    await context.resume(result.id);
    for (const line of describeImport(session, result)) context.say(line);
  });
}
