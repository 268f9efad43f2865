/** Turns are numbered, and no name is given twice in a session or its copies (docs/decisions/0012). */
import { type Content, isSummary } from '@interlock/transcript';

export function turnName(number: number): string {
  return `turn-${number}`;
}

/** The highest number of any turn in these contents, even if only parts of it are left. */
export function lastTurnNumber(contents: readonly Content[]): number {
  return contents.reduce((last, { metadata }) => {
    const number = /^turn-(\d{1,15})(\/|$)/.exec(metadata?.turnId ?? '')?.[1];
    return Math.max(last, Number(number ?? 0));
  }, 0);
}

/** The turn in which the user says this; undefined for everything else: answers, results, summaries. */
export function userTurn(content: Content): string | undefined {
  const { speaker, blocks, metadata } = content;
  if (speaker !== 'human' || isSummary(content)) return undefined;
  // Some agents hand results back in the user's name.
  const isMessage = blocks.length === 0 || blocks.some(({ type }) => type !== 'tool_response');
  return isMessage ? metadata?.turnId : undefined;
}
