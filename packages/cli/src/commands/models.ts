/** `interlock models`: the models that can be chosen, and facts about them. */
import { listModels, type ModelChoice } from '../agent/list-choices.ts';
import { LocalModels } from '../agent/local-models.ts';
import { priceText, tokensText } from '../agent/model-facts.ts';
import { loadConfig } from '../config/load-config.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { jsonText } from '../print/json-text.ts';
import { plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';
import { type TableLayout, tableText } from './table-text.ts';

export interface ModelsFlags {
  readonly json?: boolean;
  readonly cwd?: string;
  readonly config?: string;
}

/** `filter`: a part of the name. */
export async function models(filter: string | undefined, { json, ...flags }: ModelsFlags, io: Io): Promise<number> {
  const { env, stdout, stderr } = io;
  const loaded = await loadConfig({ flags, env });
  const all = listModels(loaded.config.values, env, await new LocalModels(loaded, env).ask());
  const wanted = filter?.toLowerCase() ?? '';
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  if (json === true) await writeText(stdout, jsonText(found.map(modelRecord)));
  else if (found.length > 0) await writeText(stdout, tableText([heads, ...found.map(modelRow)], layout, stdout));
  if (found.length > 0) return exitCodes.fine;
  const named = `provider/${plainText(filter ?? 'model')}`;
  await writeText(
    stderr,
    `interlock: No listed model matches ${plainText(JSON.stringify(filter ?? ''))}. Models that are not listed can be used, too: --model ${named}\n`,
  );
  return exitCodes.wrong;
}

const heads: readonly string[] = ['MODEL', 'WINDOW', 'OUTPUT', '$ IN/OUT PER M', 'KEY'];

/** Names are never cut: they are there to be typed. */
const layout: TableLayout = {
  hasHeads: true,
  shrink: [
    { column: 2, min: 0 },
    { column: 4, min: 12 },
  ],
};

function modelRow({ name, facts, missing, usable, note }: ModelChoice): readonly string[] {
  if (facts === undefined) return [name, '', '', '', note];
  const { window, maxOutput, price } = facts;
  const key = usable ? 'yes' : `set ${missing ?? ''}`;
  return [name, tokensText(window), tokensText(maxOutput), price === undefined ? '-' : priceText(price), key];
}

function modelRecord({ name, to, facts, usable, missing, note }: ModelChoice): object {
  const { provider, model } = to;
  if (facts === undefined) return { name, provider, model, usable, problem: note };
  return { name, provider, model, usable, ...(missing === undefined ? {} : { missing }), ...facts };
}
