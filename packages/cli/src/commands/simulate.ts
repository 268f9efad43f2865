/** `interlock simulate`: strict provider servers on this machine, until Ctrl-C; prints one line per request. */

import {
  type ApiName,
  apiNames,
  clientSettings,
  echoModel,
  type LoggedRequest,
  type Simulator,
  startAll,
} from '@interlock/simulators';
import { messageOf, usageError } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { escapeUnsafe } from '../print/json-text.ts';
import { type Paint, paintFor } from '../print/paint.ts';
import { plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';

export interface SimulateFlags {
  readonly port?: number;
  readonly json?: boolean;
  readonly model?: 'default' | 'echo';
  readonly quiet?: boolean;
}

export async function simulate(names: readonly string[], flags: SimulateFlags, io: Io): Promise<number> {
  const wanted = checkNames(names);
  checkPorts(wanted, flags.port);
  const write = createWriter(io);
  const paint = paintFor(io);
  const simulators = await startAll({
    names: wanted,
    logLimit: 0, // it is printed instead
    ...(flags.port === undefined ? {} : { port: flags.port }),
    ...(flags.model === 'echo' ? { model: echoModel } : {}),
    onRequest: (request, name) => {
      if (!flags.quiet || isNoteworthy(request))
        write(flags.json ? requestJson(name, request) : requestLine(name, request, paint));
    },
  }).catch((error: unknown) => {
    const why = messageOf(error);
    const instead = flags.port === undefined ? '' : '\nChoose another --port, or omit it to use free ports.';
    throw usageError(`The simulators cannot be started: ${why}${instead}`);
  });
  try {
    write(flags.json ? simulators.all.map(simulatorJson).join('\n') : simulatorTable(simulators.all));
    await Promise.race([io.interrupted?.() ?? never, write.failed]);
  } finally {
    await simulators.close();
  }
  await write.done();
  return exitCodes.fine;
}

const never: Promise<void> = new Promise(() => undefined);

function checkNames(names: readonly string[]): readonly ApiName[] {
  const unknown = names.find((name) => !apiNames.some((known) => known === name));
  if (unknown !== undefined) {
    throw usageError(`There is no simulator "${plainText(unknown)}".\nUse one of ${apiNames.join(', ')}.`);
  }
  return names.length === 0 ? apiNames : apiNames.filter((name) => names.includes(name));
}

function checkPorts(names: readonly ApiName[], first: number | undefined): void {
  if (first === undefined || first + names.length - 1 <= 65_535) return;
  throw usageError(
    `Not enough ports for ${names.length} simulators from ${first}: the highest port is 65535.\nUse a lower one, or name fewer simulators.`,
  );
}

interface Writer {
  (text: string): void;
  /** When everything was written. */
  done(): Promise<void>;
  /** Rejects if it cannot be written. */
  readonly failed: Promise<never>;
}

/** Lines in order, although requests come at any time. */
function createWriter({ stdout }: Io): Writer {
  let last: Promise<void> = Promise.resolve();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const write = (text: string): void => {
    last = last.then(() => writeText(stdout, `${text}\n`));
    last.catch(reject);
  };
  return Object.assign(write, { done: () => last, failed });
}

function simulatorTable(simulators: readonly Simulator[]): string {
  const widths = [
    Math.max(...simulators.map(({ name }) => name.length)),
    Math.max(...simulators.map(({ url }) => url.length)),
  ];
  const rows = simulators.map((simulator) => {
    const { name, url, key } = simulator;
    const indent = ' '.repeat((widths[0] ?? 0) + 2);
    const own = ownVariables(simulator);
    return [
      `${name.padEnd(widths[0] ?? 0)}  ${url.padEnd(widths[1] ?? 0)}  key ${key}`,
      indent + assignments(clientSettings(simulator).environment),
      ...(own === undefined ? [] : [`${indent}interlock: ${assignments(own)}`]),
    ].join('\n');
  });
  return `${rows.join('\n')}\n\nReady. Press Ctrl-C to stop.\n`;
}

function assignments(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .map(([variable, value]) => `${variable}=${value}`)
    .join(' ');
}

/** Other clients use OpenAI's variables for these providers; interlock uses the providers' own. */
const prefixes: Readonly<Record<string, string>> = {
  mistral: 'MISTRAL',
  moonshot: 'MOONSHOT',
  deepseek: 'DEEPSEEK',
  groq: 'GROQ',
  xai: 'XAI',
  qwen: 'DASHSCOPE',
  glm: 'ZAI',
  openrouter: 'OPENROUTER',
};

function ownVariables(simulator: Simulator): Readonly<Record<string, string>> | undefined {
  const prefix = Object.hasOwn(prefixes, simulator.name) ? prefixes[simulator.name] : undefined;
  if (prefix === undefined) return undefined;
  return { [`${prefix}_BASE_URL`]: clientSettings(simulator).baseUrl, [`${prefix}_API_KEY`]: simulator.key };
}

function simulatorJson(simulator: Simulator): string {
  const { name, url, key } = simulator;
  const interlock = ownVariables(simulator);
  const settings = { ...clientSettings(simulator), ...(interlock === undefined ? {} : { interlock }) };
  return escapeUnsafe(JSON.stringify({ simulator: name, url, key, ...settings }));
}

function isNoteworthy({ verdict, warnings }: LoggedRequest): boolean {
  return verdict === 'refused' || verdict === 'failed' || warnings.length > 0;
}

/** `anthropic  refused 400  POST /v1/messages  claude-opus-5  ANT-001 messages.1: …` */
function requestLine(name: string, request: LoggedRequest, paint: Paint): string {
  const { verdict, status, method, path, model = '', rules, warnings, place = '', message = '' } = request;
  const findings = [...rules, ...warnings.map((rule) => `warned ${rule}`)];
  // Most providers start with the position themselves.
  const where = place === '' || message.startsWith(place) ? '' : `${place}:`;
  const words = [...findings, where, message].filter((part) => part !== '').join(' ');
  const about = [`${method} ${path}`, model, words].filter((part) => part !== '').join('  ');
  const style = verdict === 'refused' || verdict === 'failed' ? 'error' : warnings.length > 0 ? 'warning' : 'dim';
  return `${name}  ${paint(style, `${verdict} ${status}`)}  ${plainText(about)}`;
}

/** The request without `seen`, which contains the whole conversation. */
function requestJson(name: string, { seen: _, ...request }: LoggedRequest): string {
  return escapeUnsafe(JSON.stringify({ simulator: name, ...request }));
}
