import { TSC } from './bootstrap.mjs'
import { commandsStep, vitestStep } from './steps.mjs'

const FOLDERS = ['contract/src', 'simulator/src', 'console/src', 'cli/src', 'cli/page', 'testing']

/** It needs the packages, but nothing that they compile. */
export const readingStep = commandsStep({
  types: [process.execPath, TSC, '-b'],
  lint: ['biome', 'ci', '--max-diagnostics=50', '--log-level=warn', '.'],
  imports: ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err', ...FOLDERS],
})

/** A project of vitest.config.ts: tests beside the code. */
export const sourceTests = (project, env) => vitestStep(project, ['--project', `${project}*`], env)
