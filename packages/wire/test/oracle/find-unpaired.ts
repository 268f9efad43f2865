/**
 * What every strict provider requires of calls and results, checked on the flat list of `read-body.ts`: every call has one answer,
 * before anything else follows; every answer has its call; no id is used twice. Without ids the order decides.
 */
import type { Item } from './read-body.ts';

export function findUnpaired(items: readonly Item[]): readonly string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  let open: string[] = [];
  for (const item of items) {
    if (item.kind === 'call') {
      if (item.id !== '' && used.has(item.id)) problems.push(`id ${item.id} twice`);
      used.add(item.id);
      open.push(item.id);
    } else if (item.kind === 'result') {
      const at = open.indexOf(item.id);
      if (at === -1) problems.push(`result ${item.id} in ${item.message} without its call`);
      open = open.filter((_, index) => index !== at);
    } else if (open.length > 0 && item.role !== 'assistant' && item.role !== 'model') {
      problems.push(`${item.role} speaks in ${item.message} before ${open.join(', ')} are answered`);
      open = [];
    }
  }
  return open.length === 0 ? problems : [...problems, `never answered: ${open.join(', ')}`];
}
