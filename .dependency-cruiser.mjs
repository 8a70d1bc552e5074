// Import directions of the house. Each rule says what it protects; types count like everything else.
/** The simulator's rooms from the ground up: a room imports those of its own layer and of the layers below. */
const LAYERS = [
  ['kernel', 'store', 'timeline', 'telemetry'],
  ['calls', 'sockets', 'cluster'],
  ['world', 'devices', 'wire'],
  ['fleet', 'history', 'sip'],
  ['faults'],
  ['areas', 'gateways', 'channel', 'media', 'talk', 'sheets', 'onvif', 'modbus', 'gb28181'],
  ['scenario', 'deviations', 'archive', 'snapshots'],
  ['composition'],
  ['http', 'scenario-runs'],
  ['control', 'edge'],
  ['server'],
]
const roomsOf = (layers) => `^simulator/src/(${layers.flat().join('|')})/`
const TESTS = '\\.test(-support)?\\.tsx?$'
/** No room imports one of a layer above; the program's own files stand on top. */
const layerRules = LAYERS.map((layer, at) => ({
  name: `simulator-${layer[0]}-imports-nothing-above`,
  severity: 'error',
  from: { path: roomsOf([layer]), pathNot: TESTS },
  to: {
    path: `${at + 1 < LAYERS.length ? `${roomsOf(LAYERS.slice(at + 1))}|` : ''}^simulator/src/[^/]+\\.ts$`,
  },
}))
/** The console's rooms, likewise; the page's entry stands on top. */
const CONSOLE_LAYERS = [
  ['language', 'platform', 'components'],
  ['session'],
  ['features'],
  ['areas'],
  ['shell'],
]
const consoleRoomsOf = (layers) => `^console/src/(${layers.flat().join('|')})/`
const consoleLayerRules = CONSOLE_LAYERS.map((layer, at) => ({
  name: `console-${layer[0]}-imports-nothing-above`,
  severity: 'error',
  from: { path: consoleRoomsOf([layer]), pathNot: TESTS },
  to: {
    path: `${at + 1 < CONSOLE_LAYERS.length ? `${consoleRoomsOf(CONSOLE_LAYERS.slice(at + 1))}|` : ''}^console/src/[^/]+\\.tsx?$`,
  },
}))
const PURE = '^(contract/src|simulator/src/(world|devices|wire))/'
const SYSTEM =
  '^(node:)?(net|http|https|http2|dgram|tls|timers|timers/promises|fs|fs/promises|child_process|worker_threads)$'

export default {
  forbidden: [
    ...layerRules,
    ...consoleLayerRules,
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A screen is loaded when asked for.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
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
      to: { path: `${SYSTEM}|node_modules/(ws|express|node-media-server|better-sqlite3)/` },
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
      // Pieces that several areas use are in shared/; the composition gives an area its data from others.
      from: { path: '^simulator/src/areas/([^/]+)/', pathNot: TESTS },
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
      name: 'console-components-know-no-domain',
      severity: 'error',
      from: { path: '^console/src/components/', pathNot: TESTS },
      to: { path: '^contract/src/', pathNot: '^contract/src/(limits|time)\\.ts$' },
    },
    {
      name: 'control-page-is-a-page-of-its-own',
      comment: 'It knows no session; the console takes nothing of it.',
      severity: 'error',
      from: { path: '^console/src/control-page/' },
      to: { path: '^console/src/', pathNot: '^console/src/(control-page|components|features/player)/' },
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
