// Runs named steps one after the other, adds up the counts of the test runners, and closes with 'N passed, N failed'.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT, runBeside } from './bootstrap.mjs'

const LINES_OF_A_FAILURE = 12

const bin = (name) => join(ROOT, 'node_modules', '.bin', name)

/**
 * Commands beside each other, named; each counts as one test and passes when it ends well. They may be begun before
 * their turn comes.
 */
export function commandsStep(commands) {
  let runs
  const begin = () => {
    runs ??= Object.entries(commands).map(([, [command, ...args]]) =>
      runBeside(command.includes('/') ? command : bin(command), args),
    )
    return Promise.all(runs)
  }
  return {
    name: Object.keys(commands).join(', '),
    begin,
    async run() {
      const results = await begin()
      process.stdout.write(results.map(({ output }) => output).join(''))
      const failures = Object.keys(commands).filter((_, at) => results[at].status !== 0)
      return { passed: results.length - failures.length, failed: failures.length, failures }
    },
  }
}

/** A test runner that leaves a JSON report; `count` reads {passed, failed} from it. */
export function reportStep(name, command, argsFor, count, env = {}) {
  return {
    name,
    run() {
      const report = join(ROOT, '.cache', `${name.replaceAll(' ', '-')}.json`)
      mkdirSync(join(ROOT, '.cache'), { recursive: true })
      rmSync(report, { force: true })
      const { args, env: more = {} } = argsFor(report)
      const result = spawnSync(bin(command), args, {
        cwd: ROOT,
        stdio: 'inherit',
        env: { ...process.env, ...env, ...more },
      })
      if (!existsSync(report)) return { passed: 0, failed: 1, failures: [`${name} left no report`] }
      const counted = count(JSON.parse(readFileSync(report, 'utf8')))
      if (result.status !== 0 && counted.failed === 0) {
        counted.failed = 1
        counted.failures = [`${name} ended with ${result.status ?? result.signal}, though no test failed`]
      }
      return counted
    },
  }
}

/** A run of vitest with the given arguments. */
export const vitestStep = (name, args, env) =>
  reportStep(
    name,
    'vitest',
    (report) => ({
      args: ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    }),
    vitestCount,
    env,
  )

function vitestCount(report) {
  const broken = report.testResults.filter((f) => f.status === 'failed' && f.assertionResults.length === 0)
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages.join('\n'))),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    failures: [...broken.map(({ name, message }) => failure(name, '', message)), ...tests],
  }
}

/** A browser test that needs its second try passes, and is named: it wants mending. */
export function playwrightCount(report) {
  const specs = specsOf(report)
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  for (const { file, line, title } of flaky) console.log(`second try: ${file}:${line} ${title}`)
  return {
    passed: report.stats.expected + report.stats.flaky,
    skipped: report.stats.skipped,
    failed: report.stats.unexpected,
    failures: specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''))
        return failure(file, title, messages.find((message) => message) ?? '')
      }),
  }
}

/** A failed test in a few lines. The end of a long log may be all that is kept of it. */
function failure(file, title, message) {
  const told = stripVTControlCharacters(message ?? '')
    .split('\n')
    .slice(0, LINES_OF_A_FAILURE)
    .map((line) => `    ${line.slice(0, 300)}`)
  return [`${relative(ROOT, resolve(ROOT, file))} › ${title}`, ...told].join('\n')
}

const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)]

/**
 * No step is begun after `endMs` (milliseconds since 1970), nor one that cannot be stopped and would end too late:
 * `needsMs` of a step is its duration.
 */
export async function runSteps(steps, endMs = Number.POSITIVE_INFINITY) {
  let passed = 0
  let failed = 0
  let begun = 0
  const failures = []
  for (const step of steps) {
    const startedMs = Date.now()
    if (startedMs + (step.needsMs ?? 0) > endMs) {
      console.log(`\n── ${step.name}: not run, no time is left`)
      continue
    }
    begun++
    console.log(`\n── ${step.name}`)
    const result = await step.run()
    passed += result.passed
    failed += result.failed
    failures.push(...(result.failures ?? []))
    const skipped = result.skipped ? `, ${result.skipped} not run` : ''
    console.log(
      `── ${step.name}: ${result.passed} passed, ${result.failed} failed${skipped} (${Math.round((Date.now() - startedMs) / 1000)} s)`,
    )
  }
  if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && (passed > 0 || begun === 0) ? 0 : 1
}
