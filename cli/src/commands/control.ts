import { spawn } from 'node:child_process'
import { controlStatus } from '@backlot/contract/control/calls'
import { Command } from 'commander'
import { controlCall, pageAddress } from '../control-client.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'

/** Commands that open an address in the system's browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'open',
  win32: 'explorer.exe',
  linux: 'xdg-open',
}

export function controlCommand(): Command {
  return withControl(
    new Command('control').description('the control page: clock, fleet, storms, faults, runs, wires, events'),
  )
    .option('--open', 'show it in the browser')
    .addHelpText(
      'after',
      `
Examples:
  $ backlot control
  $ backlot control --open
  $ backlot control --json

The address carries the control token behind its #: browsers do not send that part to anybody, and the page takes it
out of the address at once. It is good until the simulator ends.`,
    )
    .action(async (options: ControlOptions & { open?: boolean }) => {
      const target = targetOf(options)
      // The address is only given when the platform answers and accepts the token.
      await controlCall(target, controlStatus)
      const page = pageAddress(target.url, target.token)
      if (options.open) show(page)
      print(options, { page }, () => [page])
    })
}

/** Hands an address to the browser; where there is none, the printed line is all there is. */
function show(page: string): void {
  const opener = OPENERS[process.platform]
  if (opener === undefined) return
  spawn(opener, [page], { detached: true, stdio: 'ignore' })
    .on('error', () => process.stderr.write(`backlot: no browser could be opened by ${opener}.\n`))
    .unref()
}
