/**
 * `/fork` and `/rewind` in an editor. A session keeps its id there, so neither leaves it: the earlier conversation becomes a copy in the
 * editor's list of sessions, and files are restored in place.
 */
import type { Session } from '@interlock/runtime';
import { changesText } from '../print/changes-text.ts';
import { fencedText } from '../print/fenced-text.ts';
import { type PastText, pastTexts } from '../slash/past-texts.ts';
import { nothingToPutBack, restoredTexts, whichMessage } from '../slash/rewind.ts';
import { noMessages, type SlashCommand, type SlashContext } from '../slash/slash-command.ts';

export const forkCommand: SlashCommand = {
  name: 'fork',
  summary: 'copy this conversation; the copy appears in the session list',
  duringTurn: false,
  run: async ({ session, say }) => {
    if (session.state.contents.length === 0) return say(noMessages);
    say(`The copy is session ${await closeCopy(session.fork())}. Open it from the list of sessions.`);
  },
};

export const rewindCommand: SlashCommand = {
  name: 'rewind',
  summary: 'put files back as they were before a message, or copy the conversation up to it',
  argument: '[message files|copy, or undo]',
  duringTurn: false,
  run: async (context, argument) => {
    const [which = '', what = ''] = argument.split(/\s+/);
    if (which === 'undo') return undo(context);
    const messages = pastTexts(await context.session.messages());
    if (messages.length === 0) return context.say(noMessages);
    if (which === '') return list(context, messages);
    const chosen = messages.find(({ turns }) => String(turns + 1) === which);
    if (chosen === undefined) return context.say(`There is no message ${which}. /rewind lists them.`, 'warning');
    if (what === 'files') return putBack(context, { turns: chosen.turns });
    if (what === 'copy') return copyBefore(context, chosen);
    await preview(context, chosen);
  },
};

function list({ say }: SlashContext, messages: readonly PastText[]): void {
  const lines = messages.map(({ turns, text }) => `${turns + 1}. ${text.replaceAll(/\s+/gu, ' ').slice(0, 120)}`);
  say(
    [
      whichMessage,
      '',
      ...lines,
      '',
      '/rewind 2 shows what has changed in files since before message 2; /rewind 2 files puts them back; /rewind 2 copy copies the conversation up to there.',
    ].join('\n'),
  );
}

async function preview({ session, say }: SlashContext, { turns }: PastText): Promise<void> {
  const changes = await session.fileChanges({ turns });
  const number = turns + 1;
  const copyHint = `/rewind ${number} copy copies the conversation up to there`;
  if (changes.changes.length === 0) return say(`No file has changed since then. ${copyHint}.`);
  say(
    `Changed since then:\n\n${fencedText(changesText(changes), 'diff')}\n\n/rewind ${number} files puts them back; ${copyHint}.`,
  );
}

async function putBack({ session, say }: SlashContext, scope: Parameters<Session['restoreFiles']>[0]): Promise<void> {
  const { done, notRestored } = restoredTexts(await session.restoreFiles(scope));
  say([done, ...notRestored].join('\n'));
}

async function undo(context: SlashContext): Promise<void> {
  const { changes } = await context.session.fileChanges({ undo: true });
  if (changes.length === 0) return context.say(nothingToPutBack);
  await putBack(context, { undo: true });
}

async function copyBefore({ session, say }: SlashContext, { turns, text }: PastText): Promise<void> {
  if (turns === 0) return say('There is nothing before the first message. Start a new session instead.');
  const id = await closeCopy(session.fork({ turns }));
  say(
    `The conversation before that message is session ${id}. Open it from the list of sessions. Your message was:\n\n${text}`,
  );
}

/** Closes the copy, so that the editor can open it. Returns the start of its id. */
async function closeCopy(fork: Promise<Session>): Promise<string> {
  const copy = await fork;
  await copy.close();
  return copy.id.slice(0, 8);
}
