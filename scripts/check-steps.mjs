import { TSC } from './bootstrap.mjs'
import { commandStep, reportStep, vitestCount } from './steps.mjs'

const FOLDERS = ['contract/src', 'simulator/src', 'console/src', 'cli/src', 'testing']

export const checkSteps = () => [
  commandStep('types', process.execPath, [TSC, '-b']),
  commandStep('lint', 'biome', ['ci', '--max-diagnostics=50', '--log-level=warn', '.']),
  commandStep('imports', 'depcruise', [
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'err',
    ...FOLDERS,
  ]),
  sourceTests('unit'),
]

/** A project of vitest.config.ts: tests beside the code. */
export const sourceTests = (project) =>
  reportStep(
    project,
    'vitest',
    (report) => ({
      args: [
        'run',
        '--project',
        `${project}*`,
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
    }),
    vitestCount,
  )
