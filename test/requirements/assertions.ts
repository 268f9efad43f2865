/**
 * For each requirement the assertion that fails if it is violated. A title alone proves nothing: whoever reads this table and the
 * assertion can believe it, and a test checks that the assertion stands in that test.
 */
export interface ProvingAssertion {
  readonly file: string;
  /** The test, group or row that names the requirement. */
  readonly title: string;
  /** As it stands in the file. */
  readonly assertion: string;
}

export const assertions: Readonly<Record<string, ProvingAssertion>> = {
  'REQ-915-001': {
    file: 'packages/runtime/test/session/switching.test.ts',
    title: 'REQ-915-001, REQ-915-004: every family in turn accepts five calls with their results',
    assertion: 'expect(agents.accepted()).toBe(families.length * 2);',
  },
  'REQ-915-002': {
    file: 'packages/runtime/test/session/continued-turn.test.ts',
    title:
      'REQ-915-002 REQ-915-043 the turn ends with its target, and the next one continues it: one turn for listeners',
    assertion: 'expect(turnsIn(await recordsOf(store, session.id))).toEqual([',
  },
  'REQ-915-003': {
    file: 'packages/runtime/test/session/switching.test.ts',
    title: 'REQ-915-003: a switch applies from the next request on and changes nothing in the history',
    assertion: 'expect(JSON.stringify(session.state.contents)).toBe(before);',
  },
  'REQ-915-004': {
    file: 'packages/runtime/test/session/failover.test.ts',
    title: 'REQ-915-004 REQ-915-043: the next target continues the turn, with a transcript in its own form',
    assertion: "expect(agents.of('gemini').log.map(({ verdict }) => verdict)).toEqual(['accepted']);",
  },
  'REQ-915-005': {
    file: 'packages/transcript/test/property/validity.test.ts',
    title: 'REQ-915-005: every history renders valid under every policy, without an internal error',
    assertion: 'expect(verify(transcript)).toEqual([]);',
  },
  'REQ-915-006': {
    file: 'packages/transcript/test/property/validity.test.ts',
    title: 'REQ-915-006 REQ-915-007: call ids are canonical and unique, and each call has exactly one completion',
    assertion: 'expect(new Set(ids).size).toBe(ids.length);',
  },
  'REQ-915-007': {
    file: 'packages/transcript/test/property/validity.test.ts',
    title: 'REQ-915-006 REQ-915-007: call ids are canonical and unique, and each call has exactly one completion',
    assertion: "expect(['real', 'synthetic']).toContain(completion.kind);",
  },
  'REQ-915-008': {
    file: 'packages/wire/test/property/spliced.test.ts',
    title: 'REQ-915-005 REQ-915-008 any splice of two known conversations gives a valid request with all content',
    assertion: 'expect(due.map(([mark]) => [mark, sent.get(mark) ?? 0])).toEqual(due);',
  },
  'REQ-915-009': {
    file: 'packages/transcript/test/property/kept.test.ts',
    title: 'REQ-915-009 REQ-915-012: texts, calls and real results are kept exactly once (orphans: %s)',
    assertion: 'expectNone(complaints(history, transcript, orphans));',
  },
  'REQ-915-010': {
    file: 'packages/transcript/test/render/identity.test.ts',
    title: 'REQ-915-010 the same state gives the same steps and diagnostics, byte for byte',
    assertion: 'expect(JSON.stringify(again.transcript)).toBe(JSON.stringify(once.transcript));',
  },
  'REQ-915-011': {
    file: 'packages/transcript/test/render/integrity.test.ts',
    title: 'REQ-915-011 five calls with one answer get four synthetic completions',
    assertion: 'expect(outline(transcript)).toEqual(expected);',
  },
  'REQ-915-012': {
    file: 'packages/transcript/test/property/kept.test.ts',
    title: 'REQ-915-009 REQ-915-012: texts, calls and real results are kept exactly once (orphans: %s)',
    assertion: 'expectNone(complaints(history, transcript, orphans));',
  },
  'REQ-915-013': {
    file: 'packages/transcript/test/render/integrity.test.ts',
    title: 'REQ-915-013 closes calls even if the history ends in the middle of a batch',
    assertion: 'expect(outline(transcript)).toEqual(expected);',
  },
  'REQ-915-014': {
    file: 'packages/transcript/test/check/import.test.ts',
    title: 'REQ-915-014 every call gets its own provider-neutral id and every result the id of its call',
    assertion: 'expect(answeredIds(own)).toEqual(callIds(own));',
  },
  'REQ-915-015': {
    file: 'packages/wire/test/scenarios.test.ts',
    title: 'REQ-915-015 REQ-915-017 a call and its result have the same projected id, which keeps them together',
    assertion: "expect(results(items).map((answer) => (answer.includes('one') ? 1 : 2))).toEqual([1, 2]);",
  },
  'REQ-915-016': {
    file: 'packages/wire/test/tools/tool-ids.test.ts',
    title: 'REQ-915-016 distinct canonical ids never share a projected id, even if they differ only in form',
    assertion: "expect(new Set(sound.map((one) => ids.project({ id: one, name: 'x' }))).size).toBe(sound.length);",
  },
  'REQ-915-017': {
    file: 'packages/wire/test/scenarios.test.ts',
    title: 'REQ-915-015 REQ-915-017 a call and its result have the same projected id, which keeps them together',
    assertion: "expect(ids('result')).toEqual(ids('call'));",
  },
  'REQ-915-018': {
    file: 'packages/wire/test/tools/tool-ids.test.ts',
    title: 'REQ-915-018 OpenAI-style ids are call_*, at most 40 characters (OAC-003)',
    assertion: 'expect(projected.filter((id) => !form.test(id))).toEqual([]);',
  },
  'REQ-915-019': {
    file: 'packages/wire/test/tools/tool-ids.test.ts',
    title: 'REQ-915-019 Anthropic-style ids are toolu_* (ANT-006)',
    assertion: 'expect(projected.filter((id) => !form.test(id))).toEqual([]);',
  },
  'REQ-915-020': {
    file: 'packages/wire/test/tools/tool-ids.test.ts',
    title: 'REQ-915-020 Kimi ids are functions.{tool}:{globalIndex} (KIM-001)',
    assertion: 'expect(projected.filter((id) => !form.test(id))).toEqual([]);',
  },
  'REQ-915-021': {
    file: 'packages/wire/test/tools/tool-ids.test.ts',
    title: 'REQ-915-021 Mistral ids are nine alphanumerics (MIS-001)',
    assertion: 'expect(projected.filter((id) => !form.test(id))).toEqual([]);',
  },
  'REQ-915-022': {
    file: 'packages/wire/test/tools/tool-ids.test.ts',
    title: 'REQ-915-022 degenerate ids are projected by position: distinct and deterministic',
    assertion: 'expect([new Set(once).size, project()]).toEqual([once.length, once]);',
  },
  'REQ-915-023': {
    file: 'packages/wire/test/exchange/read-response.test.ts',
    title: 'REQ-915-023 signed thinking goes back only to the model that wrote it, in front of its calls',
    assertion: 'expect(blocks.map((block) => [block.type, block.seal?.value])).toEqual([',
  },
  'REQ-915-024': {
    file: 'packages/wire/test/scenarios.test.ts',
    title: 'REQ-915-024 without thinking, calls and results stay the same, in the same places',
    assertion: "expect(exchange('none')).toEqual(exchange('all'));",
  },
  'REQ-915-025': {
    file: 'packages/wire/test/property/bodies.test.ts',
    title: 'REQ-915-025 any history gives a valid body with paired calls and all content exactly once',
    assertion: 'expect(findUnpaired(readBody(protocol, request.body))).toEqual([]);',
  },
  'REQ-915-026': {
    file: 'packages/transcript/test/compact/cut-points.test.ts',
    title: 'REQ-915-026 the kept part renders to the last steps of the whole, ids included',
    assertion: 'expect(kept).toEqual(whole.slice(whole.length - kept.length));',
  },
  'REQ-915-027': {
    file: 'packages/transcript/test/property/compaction.test.ts',
    title:
      'REQ-915-027: a result that arrives after its call was cut away is sent once, with the call restored from the ledger',
    assertion: "expect(owner?.completion).toMatchObject({ kind: 'real', result: '[[result 999.0]]' });",
  },
  'REQ-915-028': {
    file: 'packages/runtime/test/context/compact-history.test.ts',
    title:
      'REQ-915-026 REQ-915-028 any history, cut anywhere, with any failure of the summarizer, is valid for every provider',
    assertion: 'expectSame(verify(render(compaction.contents).transcript), []);',
  },
  'REQ-915-029': {
    file: 'test/modes.test.ts',
    title: 'REQ-915-029, REQ-915-045: the request bodies are the same bytes',
    assertion: "expect(of(mode).bodies).toEqual(of('print').bodies);",
  },
  'REQ-915-030': {
    file: 'packages/runtime/test/scheduler/create-scheduler.test.ts',
    title: 'REQ-915-030 uses its session’s scheduler: the same for all, even concurrently',
    assertion: 'expect((await Promise.all(batches)).map(outcomes)).toEqual(',
  },
  'REQ-915-031': {
    file: 'packages/runtime/test/scheduler/create-scheduler.test.ts',
    title: 'REQ-915-031 runs calls in parallel, returns results in call order, reports progress at once',
    assertion: "expect(kit.journal).toEqual(['started a!', 'started b', 'settled b complete', 'settled a complete!']);",
  },
  'REQ-915-032': {
    file: 'test/modes.test.ts',
    title: 'REQ-915-032, REQ-915-045: no result contains anything like a call',
    assertion: 'expect(results[0]).not.toMatch(',
  },
  'REQ-915-033': {
    file: 'packages/runtime/test/session/resume.test.ts',
    title: 'REQ-915-033: after a crash in a fan-out, finished results are kept, and the rest is closed truthfully',
    assertion:
      "expect(answers).toEqual(['[[done 1]]', '[[done 2]]', ...[3, 4, 5].map(() => syntheticTexts.interrupted)]);",
  },
  'REQ-915-034': {
    file: 'packages/runtime/test/session/cancel.test.ts',
    title: 'REQ-915-034: cancelled in a fan-out of five, three at a time',
    assertion: 'expect(answers).toEqual(expected);',
  },
  'REQ-915-035': {
    file: 'packages/runtime/test/scheduler/execute-tool-call.test.ts',
    title: 'REQ-915-035 a single call, without a session or a batch',
    assertion: 'expect(await executeToolCall(greet, undefined, { workspace })).toEqual({',
  },
  'REQ-915-036': {
    file: 'test/architecture.test.ts',
    title:
      'REQ-915-036 only the renderer can create a transcript: nothing else imports the constructor, and the package does not export it',
    assertion: "expect(importers).toEqual(['packages/transcript/src/render/renderer.ts']);",
  },
  'REQ-915-037': {
    file: 'packages/wire/test/shape/shaper.test.ts',
    title: 'REQ-915-037 shaping arranges what the renderer has paired and repairs nothing',
    assertion: 'expect({ system: shaped.system, messages: shaped.messages.map(brief) }).toEqual({',
  },
  'REQ-915-038': {
    file: 'packages/transcript/test/json/to-json-limits.test.ts',
    title: 'REQ-915-038 nesting deeper than the call stack',
    assertion: 'expect(JSON.stringify(value)).toBe(JSON.stringify(nested(500, text)));',
  },
  'REQ-915-039': {
    file: 'packages/runtime/test/session/requests.test.ts',
    title:
      'REQ-915-039 REQ-915-040 a refused structure is reported with all ids, decisions, the format and a fault class',
    assertion: 'expect(refused).toEqual([',
  },
  'REQ-915-040': {
    file: 'packages/transcript/test/render/diagnostics.test.ts',
    title: 'REQ-915-040 every event names its fault class and its calls',
    assertion: "expect(orphan).toMatchObject({ fault: 'canonical-corruption', callIds: ['toolu_x'] });",
  },
  'REQ-915-041': {
    file: 'packages/wire/test/field-cases.test.ts',
    title: 'REQ-915-041 every field case gives a valid request for every provider, model and quirk',
    assertion: 'expect(asked.map(({ name, target }) => ({ name, ...sentTo(target, contents, tools) }))).toEqual(',
  },
  'REQ-915-042': {
    file: 'packages/wire/test/scenarios.test.ts',
    title: 'REQ-915-042 alternating providers: every round stays paired, and nothing is repeated',
    assertion: 'expect(findUnpaired(items)).toEqual([]);',
  },
  'REQ-915-043': {
    file: 'packages/runtime/test/session/failover.test.ts',
    title: 'REQ-915-004 REQ-915-043: the next target continues the turn, with a transcript in its own form',
    assertion: "expect(agents.of('gemini').log.map(({ verdict }) => verdict)).toEqual(['accepted']);",
  },
  'REQ-915-044': {
    file: 'packages/wire/test/scenarios.test.ts',
    title: 'REQ-915-044 five calls with one real result: one real and four synthetic completions',
    assertion: 'expect(answers.filter((answer) => answer.includes(syntheticTexts.lost))).toHaveLength(4);',
  },
  'REQ-915-045': {
    file: 'test/modes.test.ts',
    title: 'REQ-915-045: the history is written the same way, record by record',
    assertion: "expect(comparableRecords(of(mode).records)).toEqual(comparableRecords(of('print').records));",
  },
  'REQ-915-046': {
    file: 'packages/transcript/test/ledger/ledger.test.ts',
    title: 'REQ-915-046 without a ledger, the state is rebuilt from the history',
    assertion: 'expect([...ledger.entries()].map(({ state, observedBy }) => [state, observedBy])).toEqual([',
  },
  'REQ-915-047': {
    file: 'packages/transcript/test/render/integrity.test.ts',
    title: 'REQ-915-047 attributes calls inside a tool message to the model',
    assertion: 'expect(outline(transcript)).toEqual(expected);',
  },
  'REQ-915-048': {
    file: 'packages/transcript/test/canonical/completion.test.ts',
    title: 'REQ-915-048 the state of a response',
    assertion: 'expect(completionState({ ...block, ...fields })).toBe(expected);',
  },
  'REQ-915-049': {
    file: 'packages/transcript/test/render/identity.test.ts',
    title: 'REQ-915-049 distinct calls never share an id',
    assertion: 'expect(new Set(ids).size).toBe(ids.length);',
  },
  'REQ-915-050': {
    file: 'packages/runtime/test/session/switching.test.ts',
    title: 'REQ-915-002, REQ-915-050: waits for the end of the turn, visibly',
    assertion: "expect(agents.of('mistral').log).toEqual([]);",
  },
};
