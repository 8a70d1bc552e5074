import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as WorkflowParser from '@actions/workflow-parser'
import type * as ActionParser from '@actions/workflow-parser/actions/action-parser'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../../..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

/** GitHub's own parser, in one file: its modules import JSON without the attribute that Node wants. */
const { outputFiles } = await build({
  stdin: {
    contents: `export * from '@actions/workflow-parser'
      export * from '@actions/workflow-parser/actions/action-parser'`,
    resolveDir: ROOT,
  },
  bundle: true,
  format: 'esm',
  platform: 'browser',
  write: false,
})
const { NoOperationTraceWriter, parseAction, parseWorkflow } = (await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`
)) as typeof WorkflowParser & typeof ActionParser

/** What it says of a file, by its schema of actions and its schema of workflows. */
const inAction = (content: string) => mistakes(parseAction({ name: 'action.yml', content }, trace))
const inWorkflow = (content: string) => mistakes(parseWorkflow({ name: 'workflow.yml', content }, trace))
const trace = new NoOperationTraceWriter()
const mistakes = ({ context }: ReturnType<typeof parseWorkflow>) =>
  context.errors.getErrors().map(({ message }) => message)

const action = read('action.yml')

it("the action is as GitHub's schema of actions says", () => {
  expect(inAction(action)).toEqual([])
  // The check sees what is wrong.
  expect(inAction(action.replace('shell: bash', 'shel: bash')).join()).toContain('shel')
  expect(inAction(action.replace('using: composite', 'using: cmposite'))).not.toEqual([])
  expect(inAction(action.replace('inputs.seed }}', 'inputs.seed '))).not.toEqual([])
  expect(inAction(action.replace('      shell: bash\n', '')).join()).toContain('shell')
})

it('the action uses inputs and steps that are there, and explains each of them', () => {
  const { inputs, outputs, runs } = parse(action) as {
    inputs: Record<string, { description: string; default: string }>
    outputs: Record<string, { description: string; value: string }>
    runs: { steps: { id?: string; run: string }[] }
  }
  const named = (pattern: RegExp) => [...action.matchAll(pattern)].map(([, name]) => name)
  expect(named(/\$\{\{ inputs\.([\w-]+) \}\}/g).sort()).toEqual(Object.keys(inputs).sort())
  const steps = new Map(runs.steps.map(({ id, run }) => [id, run]))
  for (const [name, { value }] of Object.entries(outputs)) {
    const [, step, output] = /^\$\{\{ steps\.([\w-]+)\.outputs\.([\w-]+) \}\}$/.exec(value) ?? []
    expect(steps.get(step), name).toContain(`echo "${output}=`)
  }
  for (const { description } of [...Object.values(inputs), ...Object.values(outputs)])
    expect(description).toMatch(/^[A-Z].+\.$/)
})

it("workflows of the documentation and of the example are as GitHub's schema of workflows says", () => {
  const blocks = ['docs/ci.md', 'docs/how-to/publish.md'].flatMap((page) =>
    [...read(page).matchAll(/^```yaml\n([\s\S]*?)^```/gm)].flatMap(([, text = '']) =>
      /^on:/m.test(text) ? [text] : [],
    ),
  )
  const workflows = [read('fixtures/examples/ci/github-actions.yml'), ...blocks]
  expect(workflows.length).toBeGreaterThan(1)
  for (const text of workflows) expect(inWorkflow(text), text).toEqual([])
  expect(inWorkflow(workflows[0]!.replace('runs-on:', 'run-on:'))).not.toEqual([])
})
