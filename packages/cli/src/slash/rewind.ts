/**
 * `/rewind`: goes back to before an earlier message: in the conversation, in the files, or both. It shows first what would change. The
 * original conversation is kept; `/rewind undo` restores the files.
 */
import type { FileChanges, RestoredFiles } from '@interlock/runtime';
import { changesText } from '../print/changes-text.ts';
import { counted } from '../print/counted.ts';
import { pastTexts } from './past-texts.ts';
import { noMessages, type SlashCommand, type SlashContext } from './slash-command.ts';

/** Lines of the diffs that are shown above the question. */
const maxLines = 40;

export const rewind: SlashCommand = {
  name: 'rewind',
  summary: 'go back to an earlier message: the conversation, the files, or both',
  argument: '[undo]',
  duringTurn: false,
  run: async (context, argument) => {
    if (argument === 'undo') return undo(context);
    if (argument !== '') return context.say('/rewind lists the messages; /rewind undo puts files back.', 'warning');
    const { session } = context;
    const messages = pastTexts(await session.messages()).toReversed();
    if (messages.length === 0) return context.say(noMessages);
    const items = messages.map(({ text, turns }) => ({
      name: text.replaceAll(/\s+/gu, ' '),
      note: `message ${turns + 1}`,
    }));
    const chosen = messages[(await context.choose(whichMessage, items)) ?? -1];
    if (chosen === undefined) return;
    const what = await chooseParts(context, await session.fileChanges({ turns: chosen.turns }));
    if (what === undefined) return;
    if (what !== 'conversation') sayRestored(context, await session.restoreFiles({ turns: chosen.turns }));
    if (what === 'files') return;
    await context.moveTo(await session.fork({ turns: chosen.turns }));
    const files = what === 'conversation' ? ' Files are unchanged.' : '';
    context.say(
      `Back to before that message. To return to the original conversation: /resume ${session.id.slice(0, 8)}.${files}`,
    );
    context.fill(chosen.text);
  },
};

type Part = 'both' | 'conversation' | 'files';

/** Nothing is asked if no file has changed. */
async function chooseParts(context: SlashContext, changes: FileChanges): Promise<Part | undefined> {
  const { length } = changes.changes;
  const hasChanges = length > 0 || changes.uncovered.length > 0;
  if (hasChanges) context.say(`Changed since then:\n${changesText(changes, maxLines)}`);
  if (length === 0) return 'conversation';
  const files = counted(length, 'file');
  const parts: readonly (readonly [Part, string, string])[] = [
    ['both', 'The conversation and the files', `${files} as they were before that message`],
    ['conversation', 'The conversation only', 'files stay as they are'],
    ['files', 'The files only', `${files} as they were; the conversation continues`],
  ];
  const items = parts.map(([, name, note]) => ({ name, note }));
  return parts[(await context.choose('What should be restored?', items)) ?? -1]?.[0];
}

async function undo(context: SlashContext): Promise<void> {
  const changes = await context.session.fileChanges({ undo: true });
  if (changes.changes.length === 0) return context.say(nothingToPutBack);
  context.say(`Since files were restored:\n${changesText(changes, maxLines)}`);
  const items = [
    { name: 'Put them back', note: `${counted(changes.changes.length, 'file')} as they were before` },
    { name: 'Leave them', note: '' },
  ];
  if ((await context.choose('Undo the rewind?', items)) === 0)
    sayRestored(context, await context.session.restoreFiles({ undo: true }));
}

function sayRestored(context: SlashContext, files: RestoredFiles): void {
  const { done, notRestored } = restoredTexts(files);
  context.say(done);
  for (const text of notRestored) context.say(text, 'warning');
}

export const whichMessage = 'Go back to before which message?';
export const nothingToPutBack = 'There are no files to put back.';

/** A sentence about the restored files, and a line for each file that was not restored. */
export function restoredTexts({ changes, failed, uncovered }: RestoredFiles): {
  readonly done: string;
  readonly notRestored: readonly string[];
} {
  return {
    done: `${counted(changes.length - failed.length, 'file')} restored. /rewind undo reverts this.`,
    notRestored: [...failed, ...uncovered].map(({ path, why }) => `${path} was not restored: ${why}`),
  };
}
