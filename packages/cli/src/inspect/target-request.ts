/** A document as one target would receive it: the request, its contents as the target reads them, and the changes. */
import type { Change, TargetView } from '@interlock/inspector';
import { costOf, TokenCounter } from '@interlock/runtime';
import type { Content, DiagnosticEvent, JsonObject } from '@interlock/transcript';
import {
  asArray,
  type ClientProtocol,
  createPreparer,
  type Destination,
  findViolations,
  importRequest,
  type PreparedRequest,
  type Violation,
} from '@interlock/wire';
import { refusalOf } from '../check/check-history.ts';
import { projectionNotes } from '../check/projection-notes.ts';
import { repairText } from '../check/repair-text.ts';
import { targetName } from '../check/targets.ts';
import { parseTarget } from '../target/parse-target.ts';
import { withPlaceholders } from '../target/provider-names.ts';
import type { InspectedDocument } from './document.ts';
import { type RowSource, rowsOf } from './rows.ts';

export interface TargetRequest {
  readonly view: TargetView;
  readonly rows: readonly RowSource[];
  /** The body as lines of JSON. */
  readonly lines: readonly string[];
  /** The contents as the target reads them. */
  readonly contents: readonly Content[];
}

export async function targetRequest(document: InspectedDocument, name: string): Promise<TargetRequest> {
  const preparer = createPreparer(withPlaceholders(parseTarget(name)));
  const { destination } = preparer;
  const { tools, system, settings } = document;
  const contents = await document.current();
  try {
    const request = preparer.prepare({ contents, tools, settings, ...(system === '' ? {} : { system }) });
    return sentView(request, destination);
  } catch (error) {
    const { message, fix } = refusalOf(error);
    return unsentView(destination, [message, fix].filter((part) => part !== undefined).join(' '));
  }
}

function sentView(request: PreparedRequest, destination: Destination): TargetRequest {
  const { body, reply } = request;
  const { protocol } = reply;
  const { traits } = destination;
  const list = asArray(body[protocol.list]);
  const violations = findViolations(protocol.rules, { body, list, traits, from: 0 });
  const read = importRequest(protocol, body);
  const rows = rowsOf({
    log: read.contents.map((content) => ({ kind: 'content', content })),
    calls: new Map(),
  });
  const lines = JSON.stringify(body, undefined, 2).split('\n');
  const tokens = new TokenCounter().countRequest({ contents: read.contents, tools: read.tools });
  const price = costOf(traits.price, { input: tokens, output: 0 });
  return {
    rows,
    lines,
    contents: read.contents,
    view: {
      ...targetFacts(destination),
      verdict: violations.some(({ level }) => level === 'error') ? 'refused' : 'accepted',
      violations: violations.map(ruleBreak),
      ...changesOf(request, protocol),
      tokens,
      window: traits.contextWindow,
      ...(price === undefined ? {} : { price }),
      messages: list.length,
      rows: rows.length,
      lines: lines.length,
      bytes: byteLength(body),
    },
  };
}

function unsentView(destination: Destination, failure: string): TargetRequest {
  const none = {
    tokens: 0,
    messages: 0,
    rows: 0,
    lines: 0,
    bytes: 0,
    violations: [],
    repaired: [],
    changes: [],
    missing: [],
  };
  const view: TargetView = {
    ...targetFacts(destination),
    ...none,
    verdict: 'not-sent',
    failure,
    window: destination.traits.contextWindow,
  };
  return { view, rows: [], lines: [], contents: [] };
}

function targetFacts(destination: Destination): Pick<TargetView, 'target' | 'protocol'> {
  return { target: targetName(destination), protocol: destination.protocol };
}

function ruleBreak({ rule, level, path, message, fix }: Violation): TargetView['violations'][number] {
  return { rule, level, path, message, fix };
}

/** Events after which something is lost. */
const lossKinds: ReadonlySet<DiagnosticEvent['kind']> = new Set([
  'thinking-left-out',
  'seal-dropped',
  'media-replaced',
  'left-out',
  'result-shortened',
]);

/** Changes that are listed. */
const maxChanges = 500;

function changesOf(
  request: PreparedRequest,
  { repairs }: ClientProtocol,
): Pick<TargetView, 'repaired' | 'changes' | 'missing'> {
  const { diagnostics } = request;
  const events = diagnostics.render.events.map((event) => {
    const isRepair = event.fault !== 'none';
    const rule = event.kind === 'synthesized' && !isRepair ? undefined : repairs[event.kind];
    const rules = rule === undefined ? [] : [rule];
    const isLoss = lossKinds.has(event.kind) || (event.kind === 'orphan' && event.action === 'dropped');
    return { isLoss, isRepair, change: { kind: event.kind, message: repairText(event).message, at: event.at, rules } };
  });
  const notes = projectionNotes(diagnostics).map(({ code, message, rule }) => ({
    isLoss: code === 'seal' || code === 'media' || code === 'setting',
    isRepair: false,
    change: { kind: code, message, at: '', rules: rule === undefined ? [] : [rule] },
  }));
  const ids = diagnostics.ids.filter(({ canonical, call }) => canonical !== call).length;
  const renamed: readonly Change[] =
    ids === 0 ? [] : [{ kind: 'id', message: `${ids} call ids are rewritten for this target.`, at: '', rules: [] }];
  const all = [...events, ...notes];
  const pick = (isWanted: (each: (typeof all)[number]) => boolean): readonly Change[] =>
    all.filter(isWanted).map(({ change }) => change);
  return {
    // All of them: the number is compared with that of the document.
    repaired: pick(({ isRepair }) => isRepair),
    changes: [...pick(({ isRepair, isLoss }) => !isRepair && !isLoss).slice(0, maxChanges), ...renamed],
    missing: pick(({ isLoss }) => isLoss).slice(0, maxChanges),
  };
}

function byteLength(body: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(body));
}
