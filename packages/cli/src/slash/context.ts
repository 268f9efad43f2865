/** `/context`: what the next request consists of, and how full the context window is. */
import type { Content } from '@interlock/transcript';
import { counted } from '../print/counted.ts';
import type { SlashCommand } from './slash-command.ts';

export const context: SlashCommand = {
  name: 'context',
  summary: 'show how full the context window is, and what fills it',
  duringTurn: true,
  run: ({ session, say }) => {
    const { tokens, window, contents, turns, system, tools, usage, targets } = session.state;
    const { instructions, nestedInstructions } = session.state;
    const share = window > 0 ? ` of ${window} (${Math.round((tokens / window) * 100)}%)` : '';
    say(
      [
        `${targets.join(', ')}: about ${tokens} tokens${share}`,
        `${counted(turns, 'turn')}, ${contents.length} entries: ${countBlocks(contents)}`,
        system === ''
          ? 'the system prompt is created with the first message'
          : `system prompt: ${system.length} characters; tools: ${tools.length}`,
        ...instructions.map(
          ({ path, characters, cut }) =>
            `instructions: ${path} (${characters} characters${cut ? ', its beginning' : ''})`,
        ),
        ...nestedInstructions.map((path) => `instructions: ${path} (given when a file there was used)`),
        `used so far: ${usage.input} tokens in, ${usage.output} out`,
      ].join('\n'),
    );
  },
};

const words: Readonly<Record<string, string>> = {
  text: 'text',
  thinking: 'thought',
  tool_call: 'call',
  tool_response: 'result',
  media: 'file',
  code: 'code',
};

function countBlocks(contents: readonly Content[]): string {
  const kinds = Map.groupBy(
    contents.flatMap(({ blocks }) => blocks),
    ({ type }) => type,
  );
  const counts = [...kinds].map(([type, blocks]) => counted(blocks.length, words[type] ?? type));
  return counts.length === 0 ? 'nothing yet' : counts.join(', ');
}
