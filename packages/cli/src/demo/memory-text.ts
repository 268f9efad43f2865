/** What a scripted model remembers: what it was sent, which proves that the conversation was carried over. */
import type { Seen } from '@interlock/simulators';
import { counted } from '../print/counted.ts';
import { shortLine } from './demo-texts.ts';

export function memoryText({ turns }: Seen, name: string): string {
  const messages = turns.flatMap(({ role, text }) => (role === 'user' && text.trim() !== '' ? [text.trim()] : []));
  const earlier = messages.slice(0, -1);
  const calls = turns.flatMap((turn) => turn.calls).length;
  const results = turns.flatMap((turn) => turn.results).length;
  if (earlier.length === 0 && calls === 0) {
    return `This is **${name}**, and our conversation starts here. Say \`help\` to see what you can try.`;
  }
  const quoted = earlier.slice(-5).map((text) => `- ${quote(text)}`);
  return `This is **${name}**. The whole conversation came along: ${counted(earlier.length, 'earlier message')} of yours, ${counted(calls, 'call')} and ${counted(results, 'result')}, so no call is left open.${quoted.length === 0 ? '' : `\n\nYou said, among other things:\n\n${quoted.join('\n')}`}\n\nSay \`help\` to see what you can try.`;
}

function quote(text: string): string {
  return `"${shortLine(text)}"`;
}
