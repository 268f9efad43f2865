/** The problems of a document for every provider, as `interlock check` reports them, and the repaired document. */
import type { Diagnosis } from '@interlock/inspector';
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { createPreparer, resolveTarget, type Target } from '@interlock/wire';
import { checkBody } from '../check/check-body.ts';
import { checkHistory, refusalOf } from '../check/check-history.ts';
import type { ListedFinding } from '../check/finding.ts';
import { repairHistory } from '../check/repair-history.ts';
import { repairText } from '../check/repair-text.ts';
import { speakersOf, targetsFor } from '../check/targets.ts';
import { contentsOf, pathInFile } from '../input/load-history.ts';
import { recordOf } from '../input/read-json.ts';
import type { InspectedDocument } from './document.ts';
import { excerptOf } from './excerpt.ts';

export interface Repaired {
  readonly text: string;
  readonly done: readonly string[];
  readonly format: string;
}

/** Findings that are listed; the rest is only counted. */
const maxFindings = 1_000;
const shownCharacters = 20_000;

export async function diagnose(
  document: InspectedDocument,
): Promise<Omit<Diagnosis, 'version'> & { readonly whole?: Repaired }> {
  if (document.kind === 'unreadable') return { findings: [], more: 0, targets: [] };
  const targets = targetsFor({});
  const source = document.source ?? plain(await document.current());
  const report =
    document.body === undefined
      ? checkHistory(source, document.name, targets)
      : checkBody(
          document.body.value,
          document.body.protocol,
          document.name,
          speakersOf(document.body.protocol, targets),
        );
  const whole =
    document.body === undefined ? repairedHistory(source) : repairedBody(document, document.body.value, targets);
  return {
    findings: report.findings.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxFindings),
    more: Math.max(0, report.findings.length - maxFindings),
    targets: report.targets,
    ...(whole === undefined
      ? {}
      : {
          whole,
          repaired: { done: whole.done, format: whole.format, text: excerptOf(whole.text, shownCharacters) },
        }),
  };
}

function rank({ severity }: ListedFinding): number {
  return ['error', 'warning', 'note'].indexOf(severity);
}

function repairedHistory(source: JsonValue): Repaired {
  const { contents, done } = repairHistory(contentsOf(source));
  const record = recordOf(source);
  const whole = record?.['contents'] === undefined ? contents : { ...record, contents };
  // Paths are relative to the root of the file, as in the findings.
  const located = done.map((line) => line.replace(/^\$\[\d+\][^:]*/, (path) => pathInFile(path, source)));
  return { text: `${JSON.stringify(whole, undefined, 2)}\n`, done: located, format: 'history' };
}

/** The repaired body in the same protocol, for the first provider that speaks it. */
function repairedBody(
  { body, tools, settings, log }: InspectedDocument,
  value: JsonObject,
  targets: readonly Target[],
): Repaired | undefined {
  const protocol = body?.protocol ?? '';
  const contents = log.flatMap((item) => (item.kind === 'content' ? [item.content] : []));
  const [speaker] = speakersOf(protocol, targets);
  if (speaker === undefined) return undefined;
  const model = typeof value['model'] === 'string' && value['model'] !== '' ? { model: value['model'] } : {};
  try {
    const target = { ...speaker, ...model, protocol };
    resolveTarget(target);
    const { body: repaired, diagnostics } = createPreparer(target).prepare({ contents, tools, settings });
    const done = diagnostics.render.events
      .filter(({ fault }) => fault !== 'none')
      .map((event) => `${event.at}: ${repairText(event).message}`);
    return { text: `${JSON.stringify(repaired, undefined, 2)}\n`, done, format: protocol };
  } catch (error) {
    refusalOf(error);
    return undefined;
  }
}

function plain(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value));
}
