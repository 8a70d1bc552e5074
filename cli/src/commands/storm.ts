import { setTimeout as delay } from 'node:timers/promises'
import { controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import { Command } from 'commander'
import { controlCall } from '../control-client.ts'
import { parseDurationMs } from '../duration.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { UserError } from '../user-error.ts'

type StormOptions = ControlOptions & {
  rate: string
  for: string
  types?: string
  devices?: string
  stormSeed?: string
  wait: boolean
}

const list = (text: string | undefined) =>
  text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export function stormCommand(): Command {
  const storm = new Command('storm').description('raise much of something at once')
  withControl(
    storm
      .command('alarms')
      .description('alarms at a rate for a time, from real devices')
      .option('--rate <n>', 'alarms a second, 0.1 to 50000', '10')
      .option('--for <duration>', 'how long: 30s, 5m', '10s')
      .option('--types <list>', "types, comma-separated: 'type' or 'type-subType'")
      .option('--devices <list>', 'serial numbers, comma-separated (default: all)')
      .option('--storm-seed <n>', 'choose devices and types from this seed')
      .option('--no-wait', 'return when the storm has started'),
  ).action(async (options: StormOptions) => {
    const ratePerSecond = Number(options.rate)
    if (!(ratePerSecond >= 0.1 && ratePerSecond <= 50_000))
      throw new UserError(`--rate ${options.rate}: 0.1 to 50000.`)
    const forMs = parseDurationMs(options.for)
    if (!(forMs >= 1 && forMs <= 600_000)) throw new UserError(`--for ${options.for}: at most 10m.`)
    const target = targetOf(options)
    const started = await controlCall(target, controlStorm, {
      body: {
        ratePerSecond,
        forMs: Math.round(forMs),
        ...(options.types ? { types: list(options.types) } : {}),
        ...(options.devices ? { devices: list(options.devices) } : {}),
        ...(options.stormSeed ? { seed: Number(options.stormSeed) } : {}),
      },
    })
    if (!options.wait) {
      print(options, started, () => [`Storm ${started.stormId}: ${started.planned} alarms on their way.`])
      return
    }
    const ask = () => controlCall(target, controlStormStatus, { params: { id: started.stormId } })
    let status = await ask()
    while (!status.done) {
      await delay(200)
      status = await ask()
      if (process.stderr.isTTY && !options.json)
        process.stderr.write(`\r${status.stored} of ${status.planned} stored`)
    }
    if (process.stderr.isTTY && !options.json) process.stderr.write('\r\x1b[K')
    print(options, status, () => [
      `Storm ${status.stormId}: ${status.raised} raised, ${status.stored} stored, newest cursor ${status.lastCursor}.`,
    ])
  })
  return storm
}
