import { readScenario } from '@backlot/simulator/scenario/read-scenario'
import { problemText } from '@backlot/simulator/scenario/scenario'
import { Command } from 'commander'
import { EXIT } from '../exit-codes.ts'

/** Reads scenario files and names every mistake in them with file, line and field. A file with a mistake is one of the user. */
export function checkScenarioCommand(): Command {
  return new Command('check-scenario')
    .description('check scenario files for mistakes')
    .argument('<file...>', 'files, or names of shipped scenarios')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ backlot check-scenario my.yaml demo\n\nEnds with 2 when there is a mistake.',
    )
    .action((files: string[], options: { json?: boolean }) => {
      const checked = files.map((file) => ({ file, ...readScenario(file) }))
      const problems = checked.flatMap((each) => each.problems)
      if (options.json) process.stdout.write(`${JSON.stringify({ problems })}\n`)
      else {
        for (const { file, scenario } of checked) {
          if (scenario) {
            process.stdout.write(
              `${file}: ${scenario.name}, ${scenario.timeline.length} entries: no mistake\n`,
            )
          }
        }
        for (const problem of problems) process.stderr.write(`${problemText(problem)}\n`)
      }
      if (problems.length > 0) process.exitCode = EXIT.mistake
    })
}
