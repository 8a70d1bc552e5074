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
  reportStep(
    'unit',
    'vitest',
    (report) => ({ args: ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`] }),
    vitestCount,
  ),
]
