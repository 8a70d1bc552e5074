import type { Reporter, TestCase } from 'vitest/node'

/** Names tests that passed at their second try only: they want mending. */
export default class SecondTries implements Reporter {
  readonly #named: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#named.push(`${test.module.relativeModuleId} ${test.fullName}`)
  }

  onTestRunEnd(): void {
    for (const name of this.#named) console.log(`second try: ${name}`)
  }
}
