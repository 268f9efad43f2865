/** What a session has cost before it was opened, by the published prices; undefined: no price is known. */
import { costOf } from '@interlock/runtime';
import type { Agent } from '../agent/agent.ts';
import { modelFacts } from '../agent/model-facts.ts';

export async function pastCost({ store, choices, named }: Agent, id: string): Promise<number | undefined> {
  const { records } = await store.read(id);
  let total: number | undefined;
  for await (const { record } of records) {
    if (record.kind !== 'usage') continue;
    const { target, usage } = record;
    const choice = choices.find(({ name }) => name === target) ?? named?.(target);
    const isOne = choice !== undefined && !('targets' in choice.to) && !('begin' in choice.to);
    const facts = isOne ? modelFacts(choice.to) : undefined;
    const cost = facts === undefined || 'problem' in facts ? undefined : costOf(facts.price, usage);
    if (cost !== undefined) total = (total ?? 0) + cost;
  }
  return total;
}
