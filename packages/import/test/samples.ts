/** Every session file in `fixtures/sessions`, and what a test needs to know of an imported session. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { currentContents, type ImportedSession } from '@interlock/import';
import type { Block, Content } from '@interlock/transcript';

export const fixtures: string = join(import.meta.dirname, '../../../fixtures/sessions');

/** Files that are beside a session. */
const besides = /\.meta\.json$|\/state\.json$|^cline\/.*(?<!\.messages)\.json$/;

/** Paths below `fixtures`, by the agent's folder. */
export function samplesOf(agent: string): readonly string[] {
  const files = globSync(`${agent}/**/*.{jsonl,json,zst,md}`, { cwd: fixtures });
  return files.filter((file) => !besides.test(file)).sort();
}

/** A conversation as lines that can be compared at a glance: who, what kind, the first words. */
export function sketch(session: Pick<ImportedSession, 'log'>): readonly string[] {
  return currentContents(session).map(({ speaker, blocks }: Content) => `${speaker}: ${blocks.map(word).join(' | ')}`);
}

function word(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text.slice(0, 60);
    case 'thinking':
      return `thinking ${block.thought.slice(0, 30)}${block.seal === undefined ? '' : `(${block.seal.provider})`}`;
    case 'tool_call':
      return `call ${block.name} ${JSON.stringify(block.parameters)}`;
    case 'tool_response':
      return block.synthetic === undefined
        ? `${block.error === undefined ? 'result' : 'error'} ${String(block.result ?? block.error).slice(0, 60)}`
        : `closed ${block.synthetic}`;
    default:
      return block.type;
  }
}
