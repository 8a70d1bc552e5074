import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { type CheckFlags, checkOptions } from '../check/check-options.ts'
import { checkPlatform } from '../check/check-platform.ts'
import { Unreachable } from '../check/platform-client.ts'
import { DIFFERENCE_KINDS } from '../check/report.ts'
import { reportJunit } from '../check/report-junit.ts'
import { reportLines } from '../check/report-lines.ts'
import { reportPage } from '../check/report-page.ts'
import { collect } from '../collect.ts'
import { EXIT } from '../exit-codes.ts'
import { UserError } from '../user-error.ts'

export function checkCommand(): Command {
  return new Command('check')
    .description('check a platform against the contract: calls, channel and a stream, field by field')
    .requiredOption('--platform <url>', 'the platform, https://host[/prefix]')
    .requiredOption('--account <name>', 'account to sign in with')
    .option('--password-env <name>', 'variable that holds the password', 'BACKLOT_PASSWORD')
    .option('--password-file <file>', 'file whose first line is the password')
    .option('--password <text>', 'the password itself, which others on this machine can read')
    .option(
      '--verify-code <text>',
      "verification code, for a platform with a fixed one (default: read from a simulator's control API, otherwise you are asked)",
    )
    .option('--channel <url>', 'the real-time channel, wss://… (default: /realtime of the platform)')
    .option(
      '--adapter <name|file>',
      'differences of the platform: standard, nullLists, or a JSON file',
      'standard',
    )
    .option('--project <name>', "project name of the channel's sign-in", 'backlot')
    .option('--only <pattern>', "calls, 'channel.*' or 'stream'; * matches anything (repeatable)", collect)
    .option('--write', 'also make writing calls, on items that the check creates and removes')
    .option('--listen <duration>', 'how long to listen to the channel', '5s')
    .option('--slow <ms>', 'count slower answers as differences (default: only measure)')
    .option('--strict', 'also count differences of assumed calls')
    .option(
      '--allow <kind>',
      `differences that do not count: ${DIFFERENCE_KINDS.join(', ')}; or of one call, 'alarms.list:extra' (repeatable)`,
      collect,
    )
    .option('--concurrency <n>', 'concurrent calls, 1 to 16', '4')
    .option('--ca <file>', "certificates (PEM) to trust in addition to the system's")
    .option('--insecure', 'accept any certificate of the platform (for tests on your own network)')
    .option('--html <file>', 'write the report as one HTML file')
    .option('--json <file>', "write the report as JSON; '-' prints it and nothing else")
    .option('--junit <file>', 'write the report as JUnit XML')
    .addHelpText('after', HELP)
    .action(run)
}

const HELP = `
Examples:
  $ backlot check --platform http://127.0.0.1:8080 --account admin
  $ backlot check --platform https://video.example.org --account auditor --password-file secret.txt --html check.html
  $ backlot check --platform http://127.0.0.1:8080 --account admin --only 'alarms.*' --only 'channel.*' --strict

Exit code 0: no difference that counts; 1: there are differences; 2: a mistake in the command, or a wrong password;
3: the platform cannot be reached.`

async function run(flags: CheckFlags): Promise<void> {
  if (flags.password !== undefined)
    process.stderr.write(
      'backlot: other users of this machine can read a password in the command line; use --password-env or --password-file.\n',
    )
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const shown = process.stderr.isTTY && flags.json !== '-'
  const options = checkOptions(flags, process.env, {
    signal: stop.signal,
    onStep: (step) => {
      if (shown) process.stderr.write(`\r\u001b[K  ${step} …`)
    },
  })
  const files = [flags.html, flags.json === '-' ? undefined : flags.json, flags.junit]
  // A report that cannot be written is reported before the walk.
  for (const file of files) if (file !== undefined) write(file, '')
  try {
    const report = await checkPlatform(options)
    const json = `${JSON.stringify(report, undefined, 1)}\n`
    if (shown) process.stderr.write('\r\u001b[K')
    if (flags.html !== undefined) write(flags.html, reportPage(report))
    if (flags.junit !== undefined) write(flags.junit, reportJunit(report))
    if (flags.json === '-') process.stdout.write(json)
    else {
      if (flags.json !== undefined) write(flags.json, json)
      process.stdout.write(`${reportLines(report).join('\n')}\n`)
    }
    if (stop.signal.aborted) process.exitCode = EXIT.interrupted
    else process.exitCode = report.clean ? EXIT.done : EXIT.verdict
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    const said = `${options.platform.origin} cannot be reached: ${error.message}.`
    throw new UserError(said, EXIT.unreachable)
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new UserError(`${file} cannot be written: ${(error as Error).message}.`)
  }
}
