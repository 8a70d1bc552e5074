// Runs named steps one after the other, adds up what test runners counted, and closes with 'N passed, N failed'.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './bootstrap.mjs'

const bin = (name) => join(ROOT, 'node_modules', '.bin', name)

/** A step that counts as one test: it passes when the command ends well. */
export function commandStep(name, command, args, env = {}) {
  return {
    name,
    run() {
      const result = spawnSync(command.includes('/') ? command : bin(command), args, {
        cwd: ROOT,
        stdio: 'inherit',
        env: { ...process.env, ...env },
      })
      return result.status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
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
      if (!existsSync(report)) return { passed: 0, failed: 1 }
      const counted = count(JSON.parse(readFileSync(report, 'utf8')))
      if (result.status !== 0 && counted.failed === 0) counted.failed = 1
      return counted
    },
  }
}

export const vitestCount = (report) => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter((f) => f.status === 'failed' && f.assertionResults.length === 0).length,
})
/** A browser test that needs its second try passes, and is named: it wants mending. */
export function playwrightCount(report) {
  const flaky = specsOf(report).filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  for (const { file, line, title } of flaky) console.log(`second try: ${file}:${line} ${title}`)
  return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
}

const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)]

export function runSteps(steps) {
  let passed = 0
  let failed = 0
  for (const step of steps) {
    const startedMs = Date.now()
    console.log(`\n── ${step.name}`)
    const result = step.run()
    passed += result.passed
    failed += result.failed
    console.log(
      `── ${step.name}: ${result.passed} passed, ${result.failed} failed (${Math.round((Date.now() - startedMs) / 1000)} s)`,
    )
  }
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}
