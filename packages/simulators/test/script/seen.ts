/** Builds what a model sees from the parts a test specifies. */
import type { Seen, SeenResult, SeenTool, SeenTurn } from '../../src/api/model.ts';

export function seen(turns: readonly SeenTurn[], rest: Partial<Seen> = {}): Seen {
  return { system: '', tools: [], toolChoice: 'auto', thinks: false, turns, ...rest };
}

export function user(text: string): SeenTurn {
  return { ...nothing, role: 'user', text };
}

export function model(text: string, calls: readonly (readonly [name: string, args: unknown])[] = []): SeenTurn {
  return {
    ...nothing,
    role: 'model',
    text,
    calls: calls.map(([name, args], index) => ({ id: `c${index}`, name, args })),
  };
}

export function results(
  ...given: readonly (readonly [name: string, text: string, more?: Partial<SeenResult>])[]
): SeenTurn {
  const made = given.map(([name, text, more], index) => ({
    id: `c${index}`,
    name,
    text,
    isError: false,
    media: [],
    ...more,
  }));
  return { ...nothing, role: 'user', results: made };
}

export function tool(name: string, schema: Readonly<Record<string, unknown>> = {}, description = ''): SeenTool {
  return { name, description, schema };
}

const nothing = { text: '', thinking: '', calls: [], results: [], media: [] } as const;
