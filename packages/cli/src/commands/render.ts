/** `interlock render`: the exact request that a history becomes for a target. Sends nothing and needs no key. */

import type { PolicyOptions } from '@interlock/transcript';
import {
  createAccess,
  createPreparer,
  type Effort,
  environmentTarget,
  type PreparedRequest,
  type Settings,
  type Tool,
} from '@interlock/wire';
import { decodeText } from '../input/decode-text.ts';
import { loadHistory } from '../input/load-history.ts';
import { parseInput } from '../input/parse-input.ts';
import { readBytes, readInput } from '../input/read-input.ts';
import { readToolList } from '../input/tools-of.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { escapeUnsafe } from '../print/json-text.ts';
import { plainLine, plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';
import { parseTarget } from '../target/parse-target.ts';
import { withPlaceholders } from '../target/provider-names.ts';

export interface RenderFlags {
  readonly to: string;
  readonly protocol?: string;
  readonly from?: string;
  readonly body?: boolean;
  readonly tools?: string;
  readonly system?: string;
  readonly reasoning?: NonNullable<PolicyOptions['reasoning']>;
  readonly orphans?: NonNullable<PolicyOptions['orphans']>;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly effort?: 'off' | Effort;
  readonly stream?: boolean;
  readonly endpoint?: string;
  readonly compact?: boolean;
  readonly diagnostics?: boolean;
}

/** Shown instead of the credential. */
const shownKey = '<key>';

export async function render(file: string | undefined, flags: RenderFlags, io: Io): Promise<number> {
  // Before anything is read: a wrong target is reported at once.
  const named = { ...parseTarget(flags.to), ...pick(flags, 'protocol', 'endpoint'), key: shownKey };
  const preparer = createPreparer(withPlaceholders(environmentTarget(named, io.env)));
  const input = await readInput(file, io.stdin);
  const { contents, tools, settings, unread } = loadHistory(
    parseInput(decodeText(input), input.name),
    input.name,
    flags.from,
  );
  for (const line of unread) await writeText(io.stderr, `interlock: ${plainText(input.name)}: ${plainLine(line)}\n`);
  const request = preparer.prepare({
    contents,
    tools: flags.tools === undefined ? tools : await readTools(flags.tools),
    system: await readSystem(flags.system),
    settings: { ...settings, ...settingsOf(flags) },
    policy: pick(flags, 'reasoning', 'orphans'),
  });
  if (flags.diagnostics) await writeText(io.stderr, `${escapeUnsafe(json(request.diagnostics, flags))}\n`);
  const shown = await shownRequest(request, flags);
  // A pipe gets exactly the bytes that would be sent.
  await writeText(io.stdout, `${io.stdout.isTTY === true ? escapeUnsafe(shown) : shown}\n`);
  return exitCodes.fine;
}

async function shownRequest(request: PreparedRequest, flags: RenderFlags): Promise<string> {
  if (flags.body && flags.compact) return new TextDecoder().decode(request.bytes());
  const { url, method, body } = request;
  const headers = { ...request.headers, ...(await request.authenticate(createAccess())) };
  return json(flags.body ? body : { url, method, headers, body }, flags);
}

function json(value: object, { compact }: RenderFlags): string {
  return compact ? JSON.stringify(value) : JSON.stringify(value, undefined, 2);
}

function settingsOf({ maxOutputTokens, temperature, effort, stream }: RenderFlags): Settings {
  return {
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(effort === undefined ? {} : { reasoning: effort }),
    ...(stream === undefined ? {} : { stream }),
  };
}

async function readTools(file: string): Promise<readonly Tool[]> {
  const bytes = await readBytes(file);
  return readToolList(parseInput(decodeText({ name: file, bytes }), file), file);
}

/** `@file` is the text of a file; `@@` starts a text with an @. */
async function readSystem(text: string | undefined): Promise<string | undefined> {
  if (text === undefined || !text.startsWith('@')) return text;
  if (text.startsWith('@@')) return text.slice(1);
  const name = text.slice(1);
  return decodeText({ name, bytes: await readBytes(name) });
}

function pick<T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> {
  const entries = keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]);
  return Object.fromEntries(entries);
}
