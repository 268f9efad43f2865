/** The names that exist in the code, by kind. A page that claims to list all of a kind must have them all. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLimits, defaultSubagentLimits } from '@interlock/runtime';
import { apiNames } from '@interlock/simulators';
import { providers, traitList } from '@interlock/wire';
import { root } from '../architecture/repository.ts';

/** By the word after `every:` in a comment above a table. */
export function knownWords(): Readonly<Record<string, readonly string[]>> {
  return {
    tool: namesIn('packages/runtime/src/{tools,subagent}/*.ts', /^\s+name: '([a-z_]+)'/gm),
    'tool kind': quotedIn(declarationIn('packages/runtime/src/tool/tool.ts', /type ToolKind =(.*);/)),
    event: namesIn(
      'packages/runtime/src/{events/session-event,scheduler/call-event}.ts',
      /readonly type: '([a-z-]+)'/g,
    ),
    record: namesIn('packages/runtime/src/store/session-record.ts', /readonly kind: '([a-z-]+)'/g),
    'store warning': quotedIn(
      declarationIn(
        'packages/runtime/src/store/session-store.ts',
        /interface StoreWarning \{\s*readonly code:([^;]*);/,
      ),
    ),
    'switch loss': namesIn('packages/runtime/src/route/switch-losses.ts', /readonly kind: '([a-z-]+)'/g),
    credential: quotedIn(declarationIn('packages/runtime/src/route/check-route.ts', /const kinds = \[(.*)\]/)),
    failure: quotedIn(declarationIn('packages/wire/src/failure/failure.ts', /type FailureReason =([^;]*);/)),
    fault: namesIn('packages/simulators/src/faults/fault.ts', /readonly do: '([a-z-]+)'/g),
    'slash command': namesIn('packages/cli/src/slash/*.ts', /^\s+name: '([a-z-]+)'/gm),
    simulator: apiNames,
    provider: providers.map(({ name }) => name),
    trait: Object.keys(traitList),
  };
}

/** By the word after `defaults:`; milliseconds or a number. */
export const knownDefaults: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'session limit': { ...defaultLimits },
  'subagent limit': { ...defaultSubagentLimits },
};

/** `30 s`, `5 min`, `24 h`, `64,000`; undefined if it is neither a time nor a number. */
export function amountIn(text: string): number | undefined {
  const [, digits, unit = ''] = /^([\d,.]+)(?: (ms|s|min|h))?$/.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const scale: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };
  return Number(digits.replaceAll(',', '')) * (scale[unit] ?? 1);
}

/** Every word in our sources: names, strings and their parts, comments too. Also `/model` and other words that begin with a slash. */
export function sourceWords(): ReadonlySet<string> {
  const commands = knownWords()['slash command']?.map((name) => `/${name}`) ?? [];
  // Built from the provider's name if its vendor has none.
  const addresses = providers.map(({ name }) => `${name.toUpperCase().replaceAll('-', '_')}_BASE_URL`);
  const words = new Set<string>([...commands, ...addresses]);
  for (const file of globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })) {
    for (const [word] of readFileSync(join(root, file), 'utf8').matchAll(aWord)) {
      words.add(word);
      for (const part of word.split('-')) words.add(part);
    }
  }
  return words;
}

const aWord = /(?<=')\/[a-z]+(?=')|[\p{L}_$][\p{L}\p{N}_$]*(?:-[\p{L}\p{N}_$]+)*/gu;

function namesIn(pattern: string, name: RegExp): readonly string[] {
  const texts = globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const found = texts.flatMap((text) => [...text.matchAll(name)].map(([, word = '']) => word));
  return [...new Set(found)];
}

function declarationIn(file: string, declaration: RegExp): string {
  return declaration.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '';
}

function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/'([a-z-]+)'/g)].map(([, word = '']) => word);
}
