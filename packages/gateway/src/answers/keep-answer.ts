/** From an answer that was given out to what is kept of it. */

import type { Selection } from '@interlock/runtime';
import type { Block } from '@interlock/transcript';
import type { Reply } from '@interlock/wire';
import type { AnswerStore, KeptAnswer, KeptPart } from './answer-store.ts';
import { textDigest } from './digest-history.ts';

export interface GivenAnswer {
  /** Of an answer without calls to the request's history. */
  readonly keyOf: (answer: readonly Block[]) => string;
  readonly reply: Reply;
  /** The id each call was given out under, in the order of the calls. */
  readonly callIds: readonly string[];
  readonly selection: Selection;
}

export async function keepAnswer(store: AnswerStore, client: string, given: GivenAnswer): Promise<void> {
  const { keyOf, reply, callIds, selection } = given;
  const parts = partsOf(reply.content.blocks, callIds);
  const { provider = '', model, endpoint, account } = reply.content.metadata ?? {};
  const answer: KeptAnswer = {
    target: selection.name,
    account: selection.account,
    origin: {
      provider,
      ...(model === undefined ? {} : { model }),
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(account === undefined ? {} : { account }),
    },
    parts,
  };
  if (callIds.length > 0) return store.keep(client, callIds, answer);
  if (!parts.some((part) => part.type === 'thinking' || part.seal !== undefined)) return;
  return store.keep(client, [keyOf(reply.content.blocks)], answer);
}

function partsOf(blocks: readonly Block[], callIds: readonly string[]): readonly KeptPart[] {
  let calls = 0;
  return blocks.flatMap((block): readonly KeptPart[] => {
    const seal = block.seal === undefined ? {} : { seal: block.seal };
    switch (block.type) {
      case 'thinking':
        return [{ type: 'thinking', thought: block.thought, ...seal }];
      case 'text':
        return [{ type: 'text', digest: textDigest(block.text), ...seal }];
      case 'tool_call': {
        if (block.executor === 'provider') return [];
        const id = callIds[calls];
        calls += 1;
        return id === undefined ? [] : [{ type: 'call', id, ...seal }];
      }
      default:
        return [];
    }
  });
}
