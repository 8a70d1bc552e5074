import { Command } from 'commander'
import { createConsoleServer } from '../console-server/create-console-server.ts'
import {
  consoleServerOptions,
  type PlatformFlags,
  reachedJson,
  reachedLines,
  untilSignal,
  withPlatform,
} from '../console-server/platform-flags.ts'
import { EXIT } from '../exit-codes.ts'
import { patternsIn } from '../simulate/simulated-calls.ts'

type Flags = PlatformFlags & { simulate?: string[]; json?: boolean }

export function consoleCommand(): Command {
  const command = withPlatform(
    new Command('console').description(
      'serve the console for your platform: calls, channel and streams pass through it',
    ),
  )
    .option(
      '--simulate [what]',
      'what a simulator answers in place of the platform: areas (alarms,map-heat), calls (alarms.list), paths (/talk), channel, talk; alone: nothing yet (repeatable)',
    )
    .option('--json', 'when ready, print one line of JSON and nothing else')
    .addHelpText(
      'after',
      '\nExamples:\n  $ backlot console --platform https://video.example.org\n  $ backlot console --platform https://video.example.org --channel wss://push.example.org/ws --media media.example.org\n  $ backlot console --platform https://video.example.org --simulate alarms,map-heat,/talk\n  $ backlot console --platform http://127.0.0.1:8080 --https --host 0.0.0.0',
    )
    .action(async (flags: Flags) => {
      const options = {
        ...consoleServerOptions(flags),
        simulate: flags.simulate && patternsIn(flags.simulate),
      }
      const server = await createConsoleServer(options)
      const { url, hash } = server
      const signal = untilSignal()
      process.stdout.write(
        flags.json
          ? `${JSON.stringify({ ...reachedJson(server), platform: options.platform.href, hash, pid: process.pid })}\n`
          : `\n${reachedLines(server)}\n  Platform   ${options.platform.href}${options.simulate ? `\n  Simulated  ${options.simulate.join(', ') || 'nothing yet'}` : ''}\n  Files      ${hash}\n  Health     ${url}/healthz\n\n  Ctrl+C ends it.\n`,
      )
      await signal
      await server[Symbol.asyncDispose]()
      process.exit(EXIT.done)
    })
  // A parser is not asked for an option that stands alone, and would lose those before it.
  const simulated: string[] = []
  return command.on('option:simulate', (what: string | null) => {
    simulated.push(what ?? '')
    command.setOptionValue('simulate', simulated)
  })
}
