/** Runs a scenario virtually and writes its event log to standard output: file, workers, seed. */
import { loadScenario } from '../../scenario/read-scenario.ts'
import { runVirtual } from './run-virtual.ts'

const [file = '', workers = '0', seed = '1'] = process.argv.slice(2)
await runVirtual(loadScenario(file), {
  workers: Number(workers),
  seed: Number(seed),
  reportsEveryMs: 120_000,
  log: (text) => process.stdout.write(text),
})
