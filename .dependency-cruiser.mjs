// Import directions of the house. Each rule says what it protects.
const PURE = '^(contract/src|simulator/src/(world|devices|wire))/'
const EDGE =
  '^(node:)?(net|http|https|http2|dgram|tls|timers|timers/promises|fs|fs/promises|child_process|worker_threads)$'

export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Types may refer to each other, and a screen is loaded when asked for.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^contract/src' },
      to: { path: '^(simulator|console|cli|testing)/' },
    },
    {
      name: 'pure-code-touches-no-edge',
      comment:
        'World, devices, wire codecs and the contract: no socket, no timer, no file, no server library.',
      severity: 'error',
      from: { path: PURE, pathNot: '\\.test(-support)?\\.ts$' },
      to: { path: `${EDGE}|node_modules/(ws|express|node-media-server|better-sqlite3)/` },
    },
    {
      name: 'pure-code-imports-pure-code',
      severity: 'error',
      from: { path: '^simulator/src/(world|devices|wire)/', pathNot: '\\.test(-support)?\\.ts$' },
      to: { path: '^simulator/src/', pathNot: '^simulator/src/(world|devices|wire)/' },
    },
    {
      name: 'simulator-areas-do-not-import-each-other',
      severity: 'error',
      // What several use stands in shared/; adapters/ give an area what others have, and assembly/ joins them all.
      from: {
        path: '^simulator/src/areas/([^/]+)/',
        pathNot: '^simulator/src/areas/(adapters|assembly)/|\\.test(-support)?\\.ts$',
      },
      to: { path: '^simulator/src/areas/([^/]+)/', pathNot: '^simulator/src/areas/($1|shared)/' },
    },
    {
      name: 'simulator-areas-read-the-world-through-ports',
      severity: 'error',
      from: { path: '^simulator/src/areas/', pathNot: '\\.test\\.ts$' },
      to: { path: '^simulator/src/world/' },
    },
    {
      name: 'console-areas-do-not-import-each-other',
      severity: 'error',
      from: { path: '^console/src/areas/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^console/src/areas/([^/]+)/', pathNot: '^console/src/areas/$1/' },
    },
    {
      name: 'console-parts-know-no-area',
      severity: 'error',
      from: { path: '^console/src/(parts|platform|language)/' },
      to: { path: '^console/src/(areas|app)/' },
    },
    {
      name: 'control-page-is-a-page-of-its-own',
      comment: 'It takes parts that know no session; the console takes nothing of it.',
      severity: 'error',
      from: { path: '^console/src/control-page/' },
      to: { path: '^console/src/', pathNot: '^console/src/(control-page|parts)/' },
    },
    {
      name: 'console-imports-nothing-of-the-control-page',
      severity: 'error',
      from: { path: '^console/src/', pathNot: '^console/src/control-page/|\\.test\\.ts$' },
      to: { path: '^console/src/control-page/' },
    },
    {
      name: 'console-never-imports-the-simulator',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(simulator|cli|testing)/' },
    },
    {
      name: 'simulator-never-imports-console-or-cli',
      severity: 'error',
      from: { path: '^simulator/' },
      to: { path: '^(console|cli|testing)/' },
    },
    {
      name: 'one-file-imports-node-media-server',
      severity: 'error',
      from: { path: '.', pathNot: '^simulator/src/media/rtmp-ingest-worker\\.ts$' },
      to: { path: 'node_modules/node-media-server/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    parser: 'tsc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}
