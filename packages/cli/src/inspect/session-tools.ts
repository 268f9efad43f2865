/**
 * The tools of a stored session. Their names are recorded, their descriptions are not: those that the program brings are described as they
 * are today, all others are known by name.
 */
import { builtInTools } from '@interlock/runtime';
import type { Tool } from '@interlock/wire';

export interface SessionTools {
  readonly tools: readonly Tool[];
  /** Without description and parameters: requests and token counts lack them. */
  readonly bare: readonly string[];
}

export function sessionTools(names: readonly string[]): SessionTools {
  const known = new Map(builtInTools({ network: true }).map((tool) => [tool.name, tool]));
  const tools = names.map((name): Tool => {
    const tool = known.get(name);
    return tool === undefined ? { name } : { name, description: tool.description, parameters: tool.parameters };
  });
  return { tools, bare: names.filter((name) => !known.has(name)) };
}
