/**
 * The order of the test files. Workers take them one after the other, so the longest must come first: one that starts last runs alone at
 * the end. Vitest knows the duration of a file only if it ran before; on a new machine it would go by size.
 *
 * Files that start processes come before those that only compute: the system copies the memory map of a worker for every process, which
 * takes a millisecond in a new worker and thirty in one that has grown to a gigabyte.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from '../architecture/repository.ts';

/** They start processes and take more than three seconds of processor time, longest first. */
const processes: readonly string[] = [
  'test/package.test.ts',
  'packages/runtime/test/process/confinement/sandbox.test.ts',
  'packages/runtime/test/process/confinement/ordinary-user.test.ts',
  'packages/runtime/test/process/confinement/masks.test.ts',
  'packages/runtime/test/process/confinement/races.test.ts',
  'packages/runtime/test/process/confinement/left-repositories.test.ts',
  'packages/runtime/test/approval/hostile-repositories.test.ts',
  'test/docs.test.ts',
  'packages/cli/test/interactive/real-terminal.test.ts',
  'packages/cli/test/own-tools/program.test.ts',
  'packages/cli/test/own-tools/open-own-tools.test.ts',
  'packages/runtime/test/store/postgres/rows.test.ts',
  'packages/cli/test/interactive/offline-work.test.ts',
  'test/sessions.test.ts',
  'packages/cli/test/interactive/sandbox-questions.test.ts',
  'test/release.test.ts',
  'test/program/newer-node.test.ts',
  'test/mutation.test.ts',
  'packages/runtime/test/store/postgres/leases.test.ts',
  'test/program/newcomer.test.ts',
  'test/program/one-path.test.ts',
  'packages/runtime/test/mcp/hostile-servers.test.ts',
  'packages/runtime/test/mcp/mcp-servers.test.ts',
  'packages/cli/test/interactive/run-interactive.test.ts',
  'test/program/walk.test.ts',
  'packages/runtime/test/process/confinement/hidden-in-home.test.ts',
  'packages/cli/test/headless/process.test.ts',
  'packages/cli/test/terminal/nothing-obeyed.test.ts',
  'packages/cli/test/demo/piped-offline.test.ts',
  'packages/cli/test/demo/offline-agent.test.ts',
  'packages/runtime/test/process/run-process.test.ts',
  'packages/cli/test/extensions/mcp.test.ts',
  'packages/runtime/test/store/postgres/connection.test.ts',
  'packages/gateway/test/several-instances.test.ts',
  'packages/gateway/test/slow-database.test.ts',
  'packages/runtime/test/store/jsonl/session-lock.test.ts',
  'packages/cli/test/demo/run-demonstration.test.ts',
  'packages/cli/test/main.test.ts',
];

/** Most of these start processes, or are short. */
const folders: RegExp = /^(?:packages\/(?:cli|runtime)\/test|test\/program)\//;

/** They compute for more than three seconds, longest first; those that need the most memory come last. */
const computing: readonly string[] = [
  'test/browser/inspector.test.ts',
  'packages/wire/test/property/bodies.test.ts',
  'test/switching.test.ts',
  'test/conformance.test.ts',
  'packages/runtime/test/tools/search-files.test.ts',
  'packages/wire/test/hostile/schemas.test.ts',
  'packages/wire/test/hostile/prepare-request.test.ts',
  'test/credentials.test.ts',
  'test/architecture.test.ts',
  'packages/gateway/test/every-pair.test.ts',
  'packages/gateway/test/stream-rules.test.ts',
  'packages/runtime/test/tools/list-files.test.ts',
  'packages/gateway/test/load.test.ts',
  'packages/cli/test/acp/turns.test.ts',
  'packages/import/test/property/generated.test.ts',
  'packages/simulators/test/faults/over-http.test.ts',
  'packages/import/test/stories.test.ts',
  'packages/cli/test/field-cases.test.ts',
  'packages/wire/test/field-cases.test.ts',
  'packages/runtime/test/route/over-http.test.ts',
  'packages/import/test/continued.test.ts',
  'packages/wire/test/tools/schema/to-dialect.test.ts',
  'packages/import/test/readers.test.ts',
  'packages/wire/test/prepare/preparer.test.ts',
  'packages/gateway/test/running.test.ts',
  'packages/import/test/round-trip.test.ts',
  'packages/runtime/test/tool/schema-check.test.ts',
  'packages/cli/test/acp/sessions.test.ts',
  'packages/runtime/test/store/jsonl/damage.test.ts',
  'packages/transcript/test/property/large.test.ts',
  'packages/transcript/test/json/to-json-limits.test.ts',
];

export const longest: readonly string[] = [...processes, ...computing];

/** Smaller ranks come first. */
function rankOf(path: string): number {
  const place = longest.indexOf(path);
  if (place !== -1) return place < processes.length ? place : place + 1;
  return folders.test(path) ? processes.length : longest.length + 1;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => rankOf(moduleId.slice(root.length + 1));
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
