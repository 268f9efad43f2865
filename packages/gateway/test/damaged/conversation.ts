/** Conversations with tool calls, before any API writes them. Every text, argument and result holds a mark of its own. */

export interface MadeCall {
  readonly id: string;
  readonly tool: string;
  readonly args: { readonly path: string };
  readonly result: string;
  readonly failed: boolean;
}

export type MadeTurn =
  | { readonly by: 'user'; readonly text: string; readonly picture: boolean }
  | { readonly by: 'model'; readonly text: string; readonly calls: readonly MadeCall[] };

export interface MadeConversation {
  readonly system: string;
  readonly turns: readonly MadeTurn[];
}

/** Numbers from 0 up to `below`. */
export type Pick = (below: number) => number;

export const tools: readonly string[] = ['read', 'list_files', 'mcp__files__write'];

/** `repeated`: the ids of calls begin again with every answer, as those of several models and clients do. */
export function makeConversation(pick: Pick, ids: 'unique' | 'repeated' = 'unique'): MadeConversation {
  let marks = 0;
  const mark = (kind: string): string => {
    marks += 1;
    return `[[${kind} ${marks}]]`;
  };
  const call = (_: unknown, at: number): MadeCall => ({
    id: ids === 'repeated' ? `call_${at}` : `call_${pick(1e9).toString(36)}${marks}`,
    tool: tools[pick(tools.length)] ?? 'read',
    args: { path: mark('args') },
    result: mark('result'),
    failed: pick(6) === 0,
  });
  const answer = (calls: number): MadeTurn => ({
    by: 'model',
    text: calls > 0 && pick(2) === 0 ? '' : mark('said'),
    calls: Array.from({ length: calls }, call),
  });
  const rounds = Array.from({ length: 1 + pick(3) }, (): readonly MadeTurn[] => [
    { by: 'user', text: mark('said'), picture: pick(5) === 0 },
    ...Array.from({ length: pick(3) }, () => answer(1 + pick(3))),
    answer(0),
  ]).flat();
  const last = { by: 'user', text: mark('said'), picture: false } as const;
  const end: readonly MadeTurn[] = pick(2) === 0 ? [last] : [last, answer(1 + pick(3))];
  return { system: mark('said'), turns: [...rounds, ...end] };
}
