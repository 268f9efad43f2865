/** `/rewind`: back to an earlier message, to say something else. The conversation as it was stays. */
import type { PastMessage } from '@interlock/runtime';
import type { SlashCommand } from './slash-command.ts';

export const rewind: SlashCommand = {
  name: 'rewind',
  summary: 'go back to an earlier message and change it',
  duringTurn: false,
  run: async (context) => {
    const { session } = context;
    const messages = (await session.messages()).flatMap(messageOf).toReversed();
    if (messages.length === 0) return context.say('Nothing has been said yet.');
    const items = messages.map(({ text, turns }) => ({
      name: text.replaceAll(/\s+/gu, ' '),
      note: `message ${turns + 1}`,
    }));
    const chosen = messages[(await context.choose('Back to before which message?', items)) ?? -1];
    if (chosen === undefined) return;
    await context.goOn(await session.fork({ turns: chosen.turns }));
    context.say(
      `Back before that message. The conversation as it was is ${session.id.slice(0, 8)}; files are as they are.`,
    );
    context.fill(chosen.text);
  },
};

interface Message {
  readonly text: string;
  /** How many turns came before it. */
  readonly turns: number;
}

function messageOf({ turns, content }: PastMessage): readonly Message[] {
  // Behind the first text come the files that it names.
  const text = content.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))[0] ?? '';
  return text === '' ? [] : [{ text, turns }];
}
