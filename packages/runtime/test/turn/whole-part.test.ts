/** The part of a cut-off answer that is kept. */
import type { Block, Content } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { wholePart } from '../../src/turn/whole-part.ts';

const seal = { provider: 'openai', field: 'encrypted_content', value: 'x' };
const text: Block = { type: 'text', text: 'I look.' };
const thought: Block = { type: 'thinking', thought: 'hm', seal };
const bare: Block = { type: 'thinking', thought: 'hm' };
const whole: Block = { type: 'tool_call', id: 'a', name: 'look', parameters: { n: 1 } };
const half: Block = { type: 'tool_call', id: 'b', name: 'look', parameters: '{"n":' };
const theirs: Block = { type: 'tool_call', id: 'c', name: 'search', parameters: '{"q":', executor: 'provider' };
const ai = (blocks: readonly Block[]): Content => ({ speaker: 'ai', blocks, metadata: { turnId: '1' } });

test.each<readonly [title: string, blocks: readonly Block[], kept: readonly Block[]]>([
  ['everything complete', [text, thought, whole], [text, thought, whole]],
  ['no call with incomplete arguments', [text, whole, half], [text, whole]],
  ['what a provider runs itself', [theirs], [theirs]],
  ['removes the seal of thinking that led to such a call', [thought, half, whole], [bare, whole]],
  ['also across other thinking', [thought, thought, half], [bare, bare]],
  ['keeps thinking that led to something else', [thought, text, half], [thought, text]],
])('%s', (_, blocks, kept) => {
  const { content, unfinished } = wholePart(ai(blocks));
  expect(content).toEqual(ai(kept));
  expect(unfinished).toEqual(blocks.includes(half) ? [{ name: 'look', text: '{"n":' }] : []);
});
