/** A call as providers accept it: canonical id, a name, an object of arguments that JSON can carry (REQ-915-038). */
import type { Metadata, ToolCallBlock } from '../../canonical/content.ts';
import { hasForeignSeal, readForeignSeal } from '../../canonical/foreign-seal.ts';
import { answeredNameOf, callNameOf, isProviderExecuted } from '../../canonical/read-block.ts';
import { isCanonicalToolId } from '../../canonical/tool-id.ts';
import { isCleanJson } from '../../json/is-clean-json.ts';
import { isJsonObject, type JsonObject } from '../../json/json-value.ts';
import { snapshotJson, toJson } from '../../json/to-json.ts';
import type { Call } from '../../pairing/occurrence.ts';
import { unnamedTool } from '../model-texts.ts';
import type { Notes } from '../notes.ts';
import type { Scene } from '../scene.ts';
import type { RenderedCall } from '../step.ts';
import { asArguments } from './arguments.ts';
import { dropSeal, sealOptions, unsealEdited } from './say.ts';

export function renderCall(call: Call, metadata: Metadata | undefined, scene: Scene, notes: Notes): RenderedCall {
  const { block, id, rawId, at } = call;
  if (id !== rawId) noteIdentity(call, notes);
  const name = nameOf(call, scene, notes);
  const parameters = argumentsOf(block.parameters, id, at, scene, notes);
  const providerRuns = isProviderExecuted(block);
  const sealed = hasForeignSeal(block) ? readForeignSeal(block, metadata) : block;
  const kept = sealed.seal === undefined ? sealed : withoutVoidSeal(sealed, call, scene, notes);
  // A signature does not cover arguments that were converted to an object, or a name that was found elsewhere.
  const isEdited = parameters !== block.parameters || name !== block.name;
  const whole = isEdited && !scene.conservative ? unsealEdited(kept, at, notes) : kept;
  if (
    whole === block &&
    block.id === id &&
    block.name === name &&
    block.parameters === parameters &&
    providerRuns === (block.executor === 'provider')
  ) {
    return block as RenderedCall;
  }
  const rendered = id === rawId ? { ...whole, id, name, parameters } : { ...whole, id, name, parameters, rawId };
  return providerRuns ? { ...rendered, executor: 'provider' } : rendered;
}

function withoutVoidSeal(block: ToolCallBlock, { entry, at }: Call, scene: Scene, notes: Notes): ToolCallBlock {
  return dropSeal(block, at, sealOptions(entry, scene), notes);
}

function noteIdentity({ rawId, id, at }: Call, notes: Notes): void {
  const why = rawId === '' ? 'missing' : isCanonicalToolId(rawId) ? 'repeated' : undefined;
  if (why === undefined) return;
  notes.add({ kind: 'identified', why, fault: 'canonical-corruption', callIds: [id], at: notes.place(at) });
}

function nameOf(call: Call, scene: Scene, notes: Notes): string {
  const own = callNameOf(call.block);
  if (own !== '' && own.isWellFormed()) return own;
  const answer = call.answers.map(({ block }) => answeredNameOf(block)).find((name) => name !== '');
  const recorded = scene.ledger?.get(call.id)?.name ?? '';
  const source = own !== '' || answer !== undefined ? 'answer' : recorded !== '' ? 'ledger' : 'none';
  const found = own || answer || recorded || unnamedTool;
  const place = notes.place(call.at);
  notes.add({ kind: 'named', source, fault: 'canonical-corruption', callIds: [call.id], at: place });
  return found.toWellFormed();
}

function argumentsOf(value: unknown, id: string, at: number, scene: Scene, notes: Notes): JsonObject {
  if (!scene.conservative && isCleanJson(value) && isJsonObject(value)) return value;
  const safe = toJson(value);
  if (safe.changes.length > 0) {
    const event = { part: 'arguments', changes: safe.changes, fault: 'canonical-corruption' } as const;
    notes.add({ kind: 'value-made-safe', ...event, callIds: [id], at: notes.place(at) });
  }
  const shaped = asArguments(safe.value);
  if (shaped.was !== undefined) {
    const event = { was: shaped.was, fault: 'canonical-corruption', callIds: [id], at: notes.place(at) } as const;
    notes.add({ kind: 'arguments-reshaped', ...event });
  }
  return scene.conservative ? asArguments(snapshotJson(shaped.value)).value : shaped.value;
}
