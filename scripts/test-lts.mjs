// npm run test:lts: the unit tests, and starts with a sign-in, on the newest LTS of Node. It comes from npm, into
// .cache/lts, with the database for it: every other package is the same for all versions of Node.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, ROOT, runBeside } from './bootstrap.mjs'
import { sourceTests } from './source-steps.mjs'
import { runSteps, vitestStep } from './steps.mjs'
import { browserEnvironment } from './with-chromium.mjs'

/** The newest long-term support of Node, which ends in April 2028 (nodejs.org/en/about/previous-releases). */
const LTS = '24.21.0'
const FOLDER = join(ROOT, '.cache/lts')
/** Node itself, without a script that installs it: it is a package for each platform. */
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const DATABASE = 'better-sqlite3-napi'
const BIN = join(FOLDER, 'node_modules', NODE_PACKAGE, 'bin')

/** Of tests/deep/start.test.ts: a start with its page and its end; a sign-in and a live picture. */
const STARTS = 'prints one line of JSON|ends its encoders with itself'

/** Runs a step of `npm test` on that Node, which is installed first. `make`: of the environment that has it. */
function onLts(env, make) {
  const step = make({ ...env, PATH: `${BIN}${delimiter}${process.env.PATH}` })
  return {
    ...step,
    name: `${step.name} (Node ${LTS})`,
    async run() {
      await installLts()
      return step.run()
    },
  }
}

/** `env`: programs that the tests need. */
export const ltsStarts = (env) =>
  onLts(env, (onIt) => {
    const args = [
      '--config',
      'tests/vitest.config.ts',
      '--project',
      'deep',
      'deep/start.test.ts',
      '-t',
      STARTS,
    ]
    return vitestStep('starts', args, onIt)
  })

export const ltsUnitTests = (env) => onLts(env, (onIt) => sourceTests('code', onIt))

/** Installs Node and its database unless they are there. */
async function installLts() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'simulator/package.json'), 'utf8'))
  const wanted = JSON.stringify({
    private: true,
    dependencies: { [NODE_PACKAGE]: LTS, [DATABASE]: optionalDependencies[DATABASE] },
  })
  const manifest = join(FOLDER, 'package.json')
  const marker = join(FOLDER, 'installed.json')
  const isThere = existsSync(marker) && readFileSync(marker, 'utf8') === wanted
  if (!isThere) {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(manifest, wanted)
    const args = [
      'install',
      '--prefix',
      FOLDER,
      '--ignore-scripts',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
    ]
    // Another Node asks: the database is not for this one.
    const { status, output } = await runBeside('npm', [...args, '--engine-strict=false', '--loglevel=error'])
    if (status !== 0) fail(`Node ${LTS} could not be installed from npm:\n${output}`)
    writeFileSync(marker, wanted)
  }
  // Where our sources look for it. The Node that runs the other tests passes it over.
  const link = join(ROOT, 'node_modules', DATABASE)
  if (existsSync(link)) return
  rmSync(link, { force: true })
  symlinkSync(join(FOLDER, 'node_modules', DATABASE), link)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const env = await browserEnvironment('npm run test:lts')
  await runSteps([ltsStarts(env), ltsUnitTests(env)])
}
