/** `/export`: writes the conversation to a new file, as Markdown or JSON. Never overwrites a file. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf } from '../io/command-error.ts';
import { noMessages, type SlashCommand } from './slash-command.ts';

export const exportCommand: SlashCommand = {
  name: 'export',
  summary: 'write the conversation to a file (.md or .json)',
  argument: '[file]',
  duringTurn: false,
  run: async ({ agent, session, say }, argument) => {
    if (session.state.contents.length === 0) return say(noMessages);
    const file = argument === '' ? `interlock-${session.id.slice(0, 8)}.md` : argument;
    const path = resolve(agent.workspace, file);
    const [{ readSession }, { exportSession }, { describeSession }] = await Promise.all([
      import('../sessions/read-session.ts'),
      import('../sessions/export-session.ts'),
      import('../sessions/session-title.ts'),
    ]);
    const summary = (await agent.store.list()).find(({ header }) => header.id === session.id);
    const title = summary === undefined ? '' : (await describeSession(agent.store, summary)).title;
    const read = await readSession(agent.store, session.id);
    try {
      await writeFile(path, exportSession(read, title, path.endsWith('.json') ? 'json' : 'markdown'), {
        flag: 'wx',
        mode: 0o600,
      });
      say(`Written to ${path}.`);
    } catch (error) {
      const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      say(
        exists
          ? `${path} already exists. Name another file: /export <file>.`
          : `The file could not be written: ${messageOf(error)}`,
        'warning',
      );
    }
  },
};
