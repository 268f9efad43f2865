/** The machines on which the two commands of the README are tried: one row each. */

export interface FreshRow {
  readonly name: string;
  /** `start`: `npm ci && npm start`; `test`: `npm ci && npm test`. */
  readonly command: 'start' | 'test';
  readonly npm: string;
  readonly node: string;
  /** What is unlike a plain machine. */
  readonly how: Surroundings;
}

export interface Surroundings {
  /** The name of the folder that holds the clone. */
  readonly folder?: string;
  /** Only its owner may read the folder. */
  readonly isPrivate?: boolean;
  /** An ordinary user; otherwise the one that runs this, who must be root for rows that say so. */
  readonly user?: 'ordinary' | 'root';
  /** No user namespaces can be made: `sysctl` turns them off, `capabilities` takes the right from a root that lacks it in a container. */
  readonly without?: 'namespaces' | 'capabilities';
  /** Processes that keep each core busy. */
  readonly loops?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const npms = ['9', '10.8', '10.9', '11'];
const nodes = ['20', '22.15', '24', '26'];

/** npm 11 refuses to run on a Node that it does not support; the others run on all of these. */
const starts: readonly FreshRow[] = npms.flatMap((npm) =>
  nodes.map((node) => ({ name: `start-npm-${npm}-node-${node}`, command: 'start' as const, npm, node, how: {} })),
);

const surroundings: Readonly<Record<string, Surroundings>> = {
  plain: {},
  blank: { folder: 'my projects' },
  'non-ascii': { folder: 'ü 漢字' },
  private: { folder: 'private', isPrivate: true },
  root: { user: 'root' },
  ordinary: { user: 'ordinary' },
  'no-namespaces': { user: 'ordinary', without: 'namespaces' },
  'no-capabilities': { user: 'root', without: 'capabilities' },
  loaded: { loops: 4 },
  'time-zone': { environment: { TZ: 'Pacific/Chatham' } },
  locale: { environment: { LANG: 'en_US.UTF-8' } },
  'no-home': { environment: { HOME: undefined } },
  'all-at-once': {
    ...{ folder: `it's "ü 漢字"`, isPrivate: true, user: 'ordinary', without: 'namespaces', loops: 4 },
    environment: { TZ: 'Pacific/Chatham', LANG: 'en_US.UTF-8', HOME: undefined },
  },
};

/** With the npm that comes with Node 20, the oldest that is enough. */
const tests: readonly FreshRow[] = Object.entries(surroundings).map(([name, how]) => ({
  ...{ name: `test-${name}`, command: 'test' as const, npm: '10.8', node: '20', how },
}));

/** The tests run with the system's own Node if that is new enough. */
const newest: FreshRow = { name: 'test-node-26', command: 'test', npm: '10.9', node: '26', how: {} };

export const rows: readonly FreshRow[] = [...starts, ...tests, newest];
