/** Possible completions of a command line, derived from the program itself, so that they cannot become outdated. */
import type { Command, Option } from 'commander';
import type { Io } from '../../io/io.ts';
import type { KnownNames } from '../known-names.ts';

/** Empty where file names are expected. */
export async function candidatesFor(
  typed: readonly string[],
  program: Command,
  known: KnownNames,
  io: Io,
): Promise<readonly string[]> {
  const current = typed.at(-1) ?? '';
  const { command, operands, waiting } = walk(typed.slice(0, -1), program);
  const all = await allCandidates(current, { command, operands, waiting }, program, known, io);
  return all.filter((candidate) => candidate.startsWith(current));
}

interface Position {
  readonly command: Command;
  /** Words after the command's name that are not options. */
  readonly operands: readonly string[];
  /** The option whose value comes next. */
  readonly waiting?: Option | undefined;
}

function walk(words: readonly string[], program: Command): Position {
  let command = program;
  let operands: readonly string[] = [];
  let waiting: Option | undefined;
  for (const word of words) {
    if (waiting !== undefined && (waiting.required || !word.startsWith('-'))) {
      waiting = undefined;
      continue;
    }
    const option = optionsOf(command).find(({ short, long }) => word === short || word === long);
    const next: Command | undefined =
      operands.length === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    waiting = option !== undefined && takesValue(option) ? option : undefined;
    if (option !== undefined) continue;
    if (next !== undefined) command = next;
    else if (!word.startsWith('-')) operands = [...operands, word];
  }
  return { command, operands, waiting };
}

async function allCandidates(
  current: string,
  { command, operands, waiting }: Position,
  program: Command,
  known: KnownNames,
  io: Io,
): Promise<readonly string[]> {
  if (waiting !== undefined && (waiting.required || !current.startsWith('-'))) return valuesOf(waiting, known, io);
  const [, name, isValue] = /^(--[a-z-]+)(=)/.exec(current) ?? [];
  if (isValue !== undefined) {
    const option = optionsOf(command).find((each) => each.long === name && takesValue(each));
    return option === undefined ? [] : (await valuesOf(option, known, io)).map((value) => `${name}=${value}`);
  }
  if (current.startsWith('-')) return [...optionNames(command), '--help'];
  if (operands.length > 0 && command !== sessionTaker(command)) return [];
  const names = command.commands.map((each) => each.name()).filter((name) => !name.startsWith('_'));
  if (names.length > 0) return operands.length === 0 ? names : [];
  if (command.parent?.parent === program && command.parent.name() === 'sessions')
    return command.name() === 'search' ? [] : sessionIds(command, io);
  if (command.name() === 'simulate') return known.simulators;
  return command.registeredArguments[0]?.argChoices ?? (takesSession(command) ? await sessionIds(command, io) : []);
}

/** `--resume` takes an optional session id; a prompt cannot be completed. */
function takesValue({ required, long }: Option): boolean {
  return required || long === '--resume';
}

/** A session or a file. */
function takesSession(command: Command): boolean {
  return command.name() === 'doctor' || command.name() === 'inspect';
}

/** These accept any number of names. */
function sessionTaker(command: Command): Command | undefined {
  return ['delete', 'simulate', 'inspect'].includes(command.name()) ? command : undefined;
}

async function valuesOf(option: Option, known: KnownNames, io: Io): Promise<readonly string[]> {
  if (option.argChoices !== undefined) return option.argChoices;
  switch (option.long) {
    case '--to':
    case '--for':
      return known.providers;
    case '--model':
      return models(known);
    case '--resume':
      return storedIds({}, io);
    default:
      return [];
  }
}

/** Each provider with its default model. */
async function models({ providers }: KnownNames): Promise<readonly string[]> {
  const { resolveTarget } = await import('@interlock/wire');
  const { withPlaceholders } = await import('../../target/provider-names.ts');
  return providers.map((provider) => `${provider}/${resolveTarget(withPlaceholders({ provider })).model}`);
}

async function sessionIds(command: Command, io: Io): Promise<readonly string[]> {
  return command.name() === 'list' ? [] : storedIds({}, io);
}

async function storedIds(flags: object, io: Io): Promise<readonly string[]> {
  try {
    const { openStore } = await import('../../sessions/open-store.ts');
    const { store, close } = await openStore(flags, io);
    const summaries = await store.list();
    await close();
    return summaries.filter(({ header }) => header.spawnDepth === 0).map(({ header }) => header.id);
  } catch {
    // Pressing Tab must never print an error.
    return [];
  }
}

function optionsOf(command: Command): readonly Option[] {
  return command.options.filter(({ hidden }) => !hidden);
}

function optionNames(command: Command): readonly string[] {
  return optionsOf(command).flatMap(({ long }) => (long === undefined || long === null ? [] : [long]));
}
